import { setTimeout as sleep } from 'node:timers/promises'

import { ROUTES } from '../contract/routes.ts'
import type { RunResponse } from '../contract/runs.ts'
import { askPatiently } from './ask-patiently.ts'
import type { Session } from './open-session.ts'
import { isOver, progressBar, progressLine } from './run-outcome.ts'

/** A short run is told at once; many commands that wait with one key stay below its limit of calls. */
const PAUSES_MS = { first: 500, longest: 3_000, growth: 1.1 }

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
  for (let pause = PAUSES_MS.first; ; pause = Math.min(PAUSES_MS.longest, pause * PAUSES_MS.growth)) {
    const run = await askPatiently(() => call(ROUTES.getRun, { params: { orgId, runId } }))
    const line = progressLine(run)
    if (isTerminal) write(`\r\u001B[2K${isOver(run) ? '' : progressBar(run) + line}`)
    else if (line !== last) write(`${JSON.stringify({ run_id: runId, status: run.status, progress: line })}\n`)
    last = line
    if (isOver(run)) return run
    await sleep(pause)
  }
}
