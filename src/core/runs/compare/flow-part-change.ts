/** The name of the setting that says for which table a step is: joins have a setting called `stream`, too. */
export const STEP_TABLE = 'step_stream'

export interface SettingChange {
  readonly name: string
  /** A check of the table that it belongs to, as `checkLabel` writes it. */
  readonly check?: string
  readonly before?: string
  readonly after?: string
  /** Of a check that came or went: what it demands beside its label. */
  readonly details?: readonly (readonly [name: string, value: string])[]
}

export interface FlowPartChange {
  readonly part:
    | 'source'
    | 'destination'
    | 'tables'
    | 'table'
    | 'step'
    | 'schedule'
    | 'after'
    | 'sql'
    | 'budget'
    | 'structure'
    | 'workers'
  /** The name of a table, or of several; or the type of a step. */
  readonly name?: string
  /** Of all tables together: from then on all of the source are moved, or only the chosen ones. */
  readonly change: 'added' | 'removed' | 'changed' | 'moved' | 'all' | 'chosen'
  /**
   * The differences in a changed part, with the server's names; a side is absent if it has no value. Connections, and the flows
   * after which it starts, are told by their ids.
   */
  readonly settings: readonly SettingChange[]
}
