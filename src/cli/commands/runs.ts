import { ROUTES } from '../../contract/routes.ts'
import type { RunResponse } from '../../contract/runs.ts'
import { RUN_STATES } from '../../core/catalog/runs/run-states.ts'
import type { Command } from '../command.ts'
import { CommandFailure } from '../command-failure.ts'
import { JSON_OPTION } from '../common-options.ts'
import { findNamed } from '../find-named.ts'
import { findRun } from '../find-run.ts'
import { inColour } from '../in-colour.ts'
import { inColumns } from '../in-columns.ts'
import { openSession } from '../open-session.ts'
import { countText } from '../row-counts.ts'
import { isOver } from '../run-outcome.ts'
import { timeText } from '../time-text.ts'

export const runs: Command = {
  description: [
    'Lists the newest runs of all flows, or of one that is named by its name, the beginning of it, or its id.',
    `The states are ${RUN_STATES.join(', ')}.`,
  ],
  arguments: ['FLOW?'],
  options: {
    ...JSON_OPTION,
    state: { type: 'string', value: 'STATE', description: 'only runs in this state' },
  },
  run: async ({ arguments: [typed], text, flag, print }) => {
    const state = RUN_STATES.find((known) => known === text('state'))
    if (text('state') !== undefined && !state)
      throw new CommandFailure(`There is no state "${text('state')}". There are ${RUN_STATES.join(', ')}.`)
    const { call, orgId } = await openSession()
    const flows = typed === undefined ? [] : await call(ROUTES.listFlows, { params: { orgId } })
    const flow = typed === undefined ? undefined : findNamed(flows, typed, 'flow').id
    const { runs: newest } = await call(ROUTES.listRuns, { params: { orgId }, query: { state, flow } })
    if (flag('json')) print(JSON.stringify(newest))
    else if (newest.length === 0) print('There are no runs.')
    else
      for (const line of inColumns([['ID', 'FLOW', 'STATE', 'STARTED', 'ROWS', ''], ...newest.map(rowOf)])) print(line)
    return 0
  },
}

const rowOf = ({ id, flow_name: flow = '', status, dry, verify, started_at: started, totals, error }: RunResponse) => [
  id,
  flow,
  `${inColour(status)}${verify ? ' (comparison)' : dry ? ' (dry run)' : ''}`,
  timeText(started),
  dry ? '' : countText(totals?.rows_written ?? 0),
  error?.message ?? '',
]

export const cancel: Command = {
  description: [
    'Cancels a run, named by its id, the beginning of it, or its flow, whose newest run is meant.',
    'The run says what it has written until then.',
  ],
  arguments: ['RUN'],
  options: JSON_OPTION,
  run: async ({ arguments: [typed = ''], flag, print }) => {
    const session = await openSession()
    const found = await findRun(session, typed)
    const { id, flow_name: flow = '' } = found
    if (isOver(found)) throw new CommandFailure(`Run ${id} of "${flow}" is over: ${found.status}.`)
    const run = await session.call(ROUTES.cancelRun, { params: { orgId: session.orgId, runId: id } })
    print(flag('json') ? JSON.stringify(run) : `Run ${id} of "${flow}" is being cancelled.`)
    return 0
  },
}
