import { RowEncoder } from '../../formats/common-text/row-encoder.ts'
import { TEXT } from '../../formats/parquet/plain-types.ts'
import type { RecordedTable } from '../../ports/change-batch.ts'
import type { Field } from '../../ports/value-type.ts'
import { STATE_COLUMNS, type StateStore, stateOf, stateValues, type TableState } from '../sql/changes/table-state.ts'
import type { BigqueryColumn } from './bigquery-column.ts'
import type { ScriptPart } from './commit-script.ts'
import { quote } from './merge-statement.ts'
import type { MirrorStaging } from './mirror-staging.ts'
import type { MirrorTables } from './mirror-tables.ts'
import { literal } from './string-literal.ts'
import { WaitingChanges } from './waiting-changes.ts'

/** Asks the dataset, outside of any transaction. */
export type Asking = (query: string) => Promise<readonly (readonly (string | null)[])[]>

export interface StatesOptions {
  readonly ask: Asking
  readonly tables: MirrorTables
  readonly staging: MirrorStaging
  /** The table of the dataset, by the entity of the source. */
  readonly targetOf: (entity: string) => string
}

const NAMES = ['entity', 'target', ...STATE_COLUMNS] as const

const COLUMNS = NAMES.map(
  (name): BigqueryColumn => ({ name, type: 'STRING', mode: 'NULLABLE', stored: TEXT, refuses: () => undefined }),
)

/** The states of the tables of a mirror. Only it writes them, so they are read once; what changes is part of the next commit. */
export class BigqueryStates implements StateStore {
  readonly waiting: WaitingChanges
  readonly #options: StatesOptions
  #committed: Map<string, TableState> | undefined
  /** Nothing: it goes. */
  #changed = new Map<string, TableState | undefined>()

  constructor(options: StatesOptions) {
    this.#options = options
    this.waiting = new WaitingChanges(options)
  }

  async readStates(): Promise<Map<string, TableState>> {
    if (!this.#committed) {
      const { ask, tables } = this.#options
      const names = ['entity', ...STATE_COLUMNS]
      const rows = await ask(`SELECT ${names.join(', ')} FROM ${tables.states}`)
      this.#committed = new Map(
        rows.map((row) => {
          const fields = Object.fromEntries(names.map((name, at) => [name, row[at] ?? null]))
          return [fields['entity'] ?? '', stateOf(fields)]
        }),
      )
    }
    return new Map(this.#committed)
  }

  async writeState(entity: string, state: TableState): Promise<void> {
    this.#changed.set(entity, state)
  }

  async forgetStates(but: readonly string[]): Promise<void> {
    for (const entity of [...(this.#committed?.keys() ?? []), ...this.#changed.keys()])
      if (!but.includes(entity)) this.#changed.set(entity, undefined)
  }

  readWaiting(): Promise<Map<string, number>> {
    return this.waiting.read()
  }

  addWaiting(recorded: RecordedTable): Promise<void> {
    return this.waiting.add(recorded)
  }

  takeWaiting(entity: string): Promise<readonly RecordedTable[]> {
    return this.waiting.take(entity)
  }

  forgetWaiting(entities?: readonly string[]): Promise<void> {
    return this.waiting.forget(entities)
  }

  /** What has changed, as parts of the transaction; stages the rows. */
  async parts(): Promise<readonly ScriptPart[]> {
    const statements = await this.#statements()
    return [...(statements.length > 0 ? [{ statements }] : []), ...(await this.waiting.parts())]
  }

  /** The parts are committed. */
  committed(): void {
    for (const [entity, state] of this.#changed) {
      if (state) this.#committed?.set(entity, state)
      else this.#committed?.delete(entity)
    }
    this.#changed = new Map()
    this.waiting.committed()
  }

  rolledBack(): void {
    this.#changed = new Map()
    this.waiting.rolledBack()
  }

  async #statements(): Promise<readonly string[]> {
    const { tables, staging, targetOf } = this.#options
    const gone = [...this.#changed].flatMap(([entity, state]) => (state ? [] : [entity]))
    const written = [...this.#changed].flatMap(([entity, state]): (readonly Field[])[] =>
      state ? [[entity, targetOf(entity), ...stateValues(state)]] : [],
    )
    const statements: string[] = []
    if (gone.length > 0)
      statements.push(`DELETE FROM ${tables.states} WHERE entity IN (${gone.map(literal).join(', ')})`)
    if (written.length === 0) return statements
    const { slot, file } = staging.begin(COLUMNS)
    const encoder = new RowEncoder()
    for (const row of written) encoder.add(row)
    await file.add(encoder.take().frames)
    await file.end()
    staging.load(slot, COLUMNS)
    const sets = NAMES.slice(1).map((name) => `${name} = staged.${name}`)
    statements.push(`MERGE ${tables.states} AS target
USING (SELECT ${NAMES.join(', ')} FROM ${quote(slot.staging)}) AS staged
ON target.entity = staged.entity
WHEN MATCHED THEN UPDATE SET ${sets.join(', ')}
WHEN NOT MATCHED THEN INSERT (${NAMES.join(', ')}) VALUES (${NAMES.map((name) => `staged.${name}`).join(', ')})`)
    return statements
  }
}
