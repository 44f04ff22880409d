import { defined } from '../catalog/defined.ts'
import { isDry } from '../catalog/runs/run-kinds.ts'
import { isFinal } from '../catalog/runs/run-states.ts'
import type { Connection } from '../connections/connection.ts'
import type { Flow } from '../flows/flow.ts'
import type { Run, RunError } from '../runs/run.ts'
import { totalsOf } from '../runs/run-totals.ts'
import type { FailedStream, FlowEnd } from './failure.ts'

/** What is known besides the run: the current flow, its connections, and the tables of its source. */
export interface FailureContext {
  readonly flow: Flow | undefined
  readonly connections: readonly Connection[]
  readonly tables: FailedStream['tables'] | undefined
}

/** An error of a run with everything that is needed to find its mends. */
export function failedStreamOf(run: Run, error: RunError, { flow, connections, tables }: FailureContext): FailedStream {
  const stream = run.streams.find(({ entity }) => entity === error.stream)
  const endOf = (of: 'source' | 'destination') => {
    const id = of === 'source' ? flow?.sourceConnection?.id : flow?.destinationConnection?.id
    const end = connections.find((connection) => connection.id === id)
    return end && { [of]: { type: end.type, config: end.config } satisfies FlowEnd }
  }
  return {
    // The error of a run of several tables contains how many failed; the error of a table contains only the reason.
    error: { ...error, ...stream?.error },
    ...defined({ at: error.side, stream, config: flow?.config }),
    ...endOf('source'),
    ...endOf('destination'),
    entities: run.streams.map(({ entity }) => entity),
    ...defined({ tables }),
  }
}

/** Whether the tables of the source explain more about this error: something may have been renamed. */
export const needsTables = ({ code, columns = [] }: RunError): boolean =>
  ['ENTITY_NOT_FOUND', 'COLUMN_NOT_FOUND', 'SCHEMA_CHANGED', 'CHECK_COLUMN_MISSING'].includes(code) ||
  columns.some(({ is }) => is === 'missing')

/** Mends are offered for a run that is over, as long as the flow has not succeeded since. They change the saved flow, not a file. */
export const isMendable = (run: Run, flow: Flow | undefined): boolean =>
  isFinal(run.status) &&
  run.draft === undefined &&
  (flow?.lastRun === undefined || flow.lastRun.id === run.id || flow.lastRun.status !== 'succeeded')

/** Tables that arrived stay, so only the others are run again; a dry run moves nothing. */
export const isRunAgainOffered = (run: Run): boolean => totalsOf(run).succeeded === 0 && !isDry(run.kind)
