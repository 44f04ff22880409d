import { randomUUID } from 'node:crypto'

import { ROUTES } from '../../contract/routes.ts'
import type { Command, CommandInput } from '../command.ts'
import { CommandFailure } from '../command-failure.ts'
import { JSON_OPTION } from '../common-options.ts'
import { findNamed } from '../find-named.ts'
import { INTERRUPTED } from '../interruption.ts'
import { openSession } from '../open-session.ts'
import { exitCodeOf, outcomeLines } from '../run-outcome.ts'
import { waitForRun } from '../wait-for-run.ts'

type Start = 'runFlow' | 'dryRunFlow' | 'verifyFlow'

/** Starts a run of a flow. @returns the exit code: with `waits` that of its outcome */
async function start({ arguments: [typed = ''], flag, print }: CommandInput, how: Start, waits: boolean) {
  const session = await openSession()
  const { call, orgId } = session
  const flow = findNamed(await call(ROUTES.listFlows, { params: { orgId } }), typed, 'flow')
  const params = { orgId, flowId: flow.id }
  // A call whose answer was lost may be made again without a second run.
  const { run_id: runId } = await call(ROUTES[how], { params, headers: { 'idempotency-key': randomUUID() } })
  if (runId === undefined) throw new CommandFailure('The server did not say which run it has started.')
  if (!waits) {
    print(flag('json') ? JSON.stringify({ run_id: runId }) : `Run ${runId} has been started.`)
    return 0
  }
  const leave = () => {
    process.stderr.write(`\nThe run goes on. "millrace cancel ${runId}" cancels it.\n`)
    process.exit(INTERRUPTED)
  }
  process.once('SIGINT', leave)
  const run = await waitForRun(session, runId)
  process.off('SIGINT', leave)
  for (const line of flag('json') ? [JSON.stringify(run)] : outcomeLines(run)) print(line)
  return exitCodeOf(run)
}

const EXIT_CODES = 'Exit codes: 0 succeeded, 10 failed, 11 partly succeeded, 12 cancelled.'

export const run: Command = {
  description: [
    'Starts a run of a flow, named by its name, the beginning of it, or its id.',
    `With --wait, it shows the progress and ends with the run. ${EXIT_CODES}`,
  ],
  arguments: ['FLOW'],
  options: { ...JSON_OPTION, wait: { type: 'boolean', description: 'wait until the run is over' } },
  run: (input) => start(input, 'runFlow', input.flag('wait')),
}

export const dryRun: Command = {
  description: ['Says what a run of a flow would change, table by table; nothing is written.', EXIT_CODES],
  arguments: ['FLOW'],
  options: JSON_OPTION,
  run: (input) => start(input, 'dryRunFlow', true),
}

export const diff: Command = {
  description: [
    'Compares the tables of a flow as they are now at the source and in the destination; nothing is written.',
    EXIT_CODES,
  ],
  arguments: ['FLOW'],
  options: JSON_OPTION,
  run: (input) => start(input, 'verifyFlow', true),
}
