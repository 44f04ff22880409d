import { setTimeout as sleep } from 'node:timers/promises'

import { ROUTES } from '../contract/routes.ts'
import type { RunResponse } from '../contract/runs.ts'
import type { Session } from './open-session.ts'
import { isOver, progressBar, progressLine } from './run-outcome.ts'

const PAUSE_MS = 500

interface Watching {
  /** Where the progress is written: a line that is overwritten at a terminal, a line of JSON per change elsewhere. */
  readonly isTerminal: boolean
  readonly write: (text: string) => void
}

const STANDARD: Watching = { isTerminal: process.stderr.isTTY, write: (text) => void process.stderr.write(text) }

/** Follows a run until it is over. @returns the run at its end. @throws MillraceError */
export async function waitForRun(
  { call, orgId }: Pick<Session, 'call' | 'orgId'>,
  runId: string,
  { isTerminal, write }: Watching = STANDARD,
): Promise<RunResponse> {
  let last = ''
  for (;;) {
    const run = await call(ROUTES.getRun, { params: { orgId, runId } })
    const line = progressLine(run)
    if (isTerminal) write(`\r\u001B[2K${isOver(run) ? '' : progressBar(run) + line}`)
    else if (line !== last) write(`${JSON.stringify({ run_id: runId, status: run.status, progress: line })}\n`)
    last = line
    if (isOver(run)) return run
    await sleep(PAUSE_MS)
  }
}
