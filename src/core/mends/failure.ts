import type { KnownTable, TableShape } from '../connections/compare-tables.ts'
import type { FlowConfig, FlowStream } from '../flows/flow.ts'
import type { RunError, RunStream } from '../runs/run.ts'

/** One end of a flow: its connection, as far as it is known. */
export interface FlowEnd {
  readonly type: string
  readonly config: Readonly<Record<string, unknown>>
}

/** A failure with everything that is needed to find its mends. */
export interface FailedStream {
  readonly error: RunError
  /** The end at which it happened, if known. */
  readonly at?: 'source' | 'destination'
  /** The table that failed; absent if the run failed before its first table. */
  readonly stream?: Pick<RunStream, 'entity' | 'target' | 'receipt'>
  /** The flow as it is now; absent if it does not exist any more. */
  readonly config?: FlowConfig
  readonly source?: FlowEnd
  readonly destination?: FlowEnd
  /** The tables of the run, for a flow of all tables. */
  readonly entities: readonly string[]
  /** The tables of the source now, and when the flow last succeeded; absent if they were not read. */
  readonly tables?: { readonly now: readonly TableShape[]; readonly known: readonly KnownTable[] }
}

/** The settings of the table that failed. */
export const settingsOf = ({ config, stream }: FailedStream): FlowStream | undefined =>
  config?.streams.find(({ entity }) => entity === stream?.entity)
