import { setTimeout as sleep } from 'node:timers/promises'

import { ROUTES } from '../../contract/routes.ts'
import type { RunLogLine } from '../../contract/runs.ts'
import { askPatiently } from '../ask-patiently.ts'
import type { Command } from '../command.ts'
import { JSON_OPTION } from '../common-options.ts'
import { findRun } from '../find-run.ts'
import { openSession, type Session } from '../open-session.ts'
import { isOver } from '../run-outcome.ts'

const PAUSE_MS = 1_000

export const logs: Command = {
  description: [
    'Prints the log of a run, oldest line first. With --follow, also what is added until the run is over.',
    'The run is named by its id, the beginning of it, or its flow, whose newest run is meant.',
  ],
  arguments: ['RUN'],
  options: {
    ...JSON_OPTION,
    follow: { type: 'boolean', short: 'f', description: 'print new lines until the run is over' },
  },
  run: async ({ arguments: [typed = ''], flag, print }) => {
    const session = await openSession()
    const { call, orgId } = session
    const { id: runId } = await findRun(session, typed)
    for (let printed = 0; ; ) {
      // Asked before the lines, so that none is missed at the end.
      const run = await askPatiently(() => call(ROUTES.getRun, { params: { orgId, runId } }))
      for (const line of await linesAfter(session, runId, printed)) {
        print(flag('json') ? JSON.stringify(line) : textOf(line))
        printed = line.id
      }
      if (!flag('follow') || isOver(run)) return 0
      await sleep(PAUSE_MS)
    }
  },
}

async function linesAfter({ call, orgId }: Session, runId: string, last: number): Promise<readonly RunLogLine[]> {
  const lines: RunLogLine[] = []
  for (let cursor = String(last); ; ) {
    const page = await askPatiently(() => call(ROUTES.getRunLog, { params: { orgId, runId }, query: { cursor } }))
    lines.push(...page.lines)
    if (page.next_cursor == null) return lines
    cursor = page.next_cursor
  }
}

const textOf = ({ at, level, entity, message }: RunLogLine) =>
  [at, level.padEnd(7), ...(entity ? [`${entity}:`] : []), message].join(' ')
