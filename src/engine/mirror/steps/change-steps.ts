import { createHash } from 'node:crypto'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Transformations } from '../../move/run/move-request.ts'
import type { ChangedRow, ChangedTable, ChangeSteps } from '../../ports/change-batch.ts'
import type { LoggedTable } from '../../ports/change-source.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { SourceColumn } from '../../ports/source.ts'
import type { StepProcess } from '../../step-process/step-process.ts'
import { stepsOf } from '../../transform/columns/step.ts'
import { type BoundTable, bindTable } from './bound-table.ts'
import { NUMBER, NumberedRows, type SteppedRows, steppedRows } from './stepped-rows.ts'

export interface StepsOptions {
  readonly transformations: Transformations
  readonly open: () => StepProcess
  /** The columns of tables of the source, as they are now, by entity name. */
  readonly columnsOf: (entities: readonly string[]) => Promise<ReadonlyMap<string, readonly SourceColumn[]>>
  readonly signal: AbortSignal
}

/** Sends the rows of changes through the steps of a flow, by the same code as in runs, in one process for all tables. */
export class RowSteps implements ChangeSteps {
  readonly #options: StepsOptions
  #process: StepProcess | undefined
  readonly #bound = new Map<string, BoundTable | undefined>()

  constructor(options: StepsOptions) {
    this.#options = options
  }

  versionOf(entity: string): string | undefined {
    const own = stepsOf(this.#options.transformations.steps, entity)
    if (own.length === 0) return undefined
    const text = JSON.stringify(own.map(({ type, settings }) => [type, settings]))
    return createHash('sha256').update(text).digest('hex').slice(0, 16)
  }

  /** Before the first copy. @throws ConnectorError if the rows of a table cannot be followed through its steps */
  async check(tables: readonly LoggedTable[]): Promise<void> {
    const { transformations, open, columnsOf } = this.#options
    const own = tables.filter(({ name }) => this.versionOf(name) !== undefined)
    if (own.length === 0) return
    const described = await columnsOf(own.map(({ name }) => name))
    for (const table of own) {
      const columns = described.get(table.name) ?? []
      const fields = table.columns.flatMap((name) => columns.find((column) => column.name === name) ?? [])
      const known = { ...table, fields: fields.map(({ type, value }) => ({ type, value })) }
      await bindTable(known, columns, transformations, () => (this.#process ??= open()))
    }
  }

  async apply(changed: ChangedTable): Promise<ChangedTable> {
    if (this.versionOf(changed.table.name) === undefined) return changed
    try {
      const bound = await this.#bind(changed.table)
      return bound ? await this.#pass(changed, bound) : changed
    } catch (error) {
      this.end()
      throw error
    }
  }

  end(): void {
    this.#process?.kill()
    this.#process = undefined
    this.#bound.clear()
  }

  async #bind(table: LoggedTable): Promise<BoundTable | undefined> {
    const shape = JSON.stringify(table)
    if (this.#bound.has(shape)) return this.#bound.get(shape)
    const { transformations, open, columnsOf } = this.#options
    const columns = (await columnsOf([table.name])).get(table.name) ?? []
    const bound = await bindTable(table, columns, transformations, () => (this.#process ??= open()))
    this.#bound.set(shape, bound)
    return bound
  }

  async #pass(changed: ChangedTable, bound: BoundTable): Promise<ChangedTable> {
    const { bytes } = changed
    const rows = new NumberedRows()
    const all: readonly ChangedRow[] = [...changed.current.values(), ...changed.added]
    for (const row of all) {
      const missing = row.unchanged.find((place) => bound.used.has(place))
      if (missing !== undefined) throw withoutValue(changed.table, missing)
      rows.add(bytes, row.start, row.end)
    }
    for (const text of changed.taken.keys()) {
      const row = Buffer.from(text, 'latin1')
      rows.add(row, 0, row.length)
    }
    return rows.count === 0
      ? { ...plain(changed), table: bound.after }
      : collect(changed, bound, await this.#run(rows, bound))
  }

  async #run(rows: NumberedRows, { planned, after }: BoundTable): Promise<SteppedRows> {
    const { process, order, salt } = planned
    const passed: Buffer[] = []
    await process.transform(
      { steps: order, columns: after.columns, isTraced: true, salt, signal: this.#options.signal },
      {
        main: async (columns, sink) => {
          if (columns.at(-1) !== NUMBER) throw new Error('the steps leave out the number of the row')
          if (!sink.write(rows.frames, rows.count)) await sink.drained()
          return rows.count
        },
        other: () => {
          throw new Error('steps that work row by row join nothing')
        },
      },
      async (frames) => {
        passed.push(Buffer.from(frames))
      },
    )
    return steppedRows(passed, after.columns.length)
  }
}

const plain = ({ bytes, isEmptied, current, removed, added, taken }: ChangedTable) => ({
  bytes,
  isEmptied,
  current,
  removed,
  added,
  taken,
})

/** A row that the steps leave out is not in the destination: one that was there goes. */
function collect(changed: ChangedTable, { after, passing }: BoundTable, { bytes, places }: SteppedRows): ChangedTable {
  const current = new Map<string, ChangedRow>()
  const removed = new Set(changed.removed)
  const added: ChangedRow[] = []
  const taken = new Map<string, number>()
  let number = 0
  const unchangedAfter = (row: ChangedRow) =>
    row.unchanged.flatMap((place) => passing.get(place) ?? []).sort((one, other) => one - other)
  for (const [key, row] of changed.current) {
    const place = places.get(number++)
    if (place) current.set(key, { ...place, unchanged: unchangedAfter(row), origin: row.origin })
    else if (row.origin === key) removed.add(key)
  }
  for (const row of changed.added) {
    const place = places.get(number++)
    if (place) added.push({ ...place, unchanged: row.unchanged, origin: undefined })
  }
  for (const count of changed.taken.values()) {
    const place = places.get(number++)
    if (!place) continue
    const text = bytes.toString('latin1', place.start, place.end)
    taken.set(text, (taken.get(text) ?? 0) + count)
  }
  return { table: after, bytes, isEmptied: changed.isEmptied, current, removed, added, taken }
}

const withoutValue = ({ name, columns }: LoggedTable, place: number) =>
  new ConnectorError({
    code: 'NOT_SUPPORTED',
    message: sentence`A step needs ${name}.${columns[place] ?? ''}, and the log leaves out its large values when they do not change.`,
    hint: sentence`Let the log have whole rows (PostgreSQL: ALTER TABLE … REPLICA IDENTITY FULL; MySQL: binlog_row_image = FULL), then copy the table again.`,
  })
