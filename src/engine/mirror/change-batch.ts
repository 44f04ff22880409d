import { RecordedChanges } from '../formats/changes/recorded-changes.ts'
import type { RecordedTable } from '../ports/change-batch.ts'
import type { ChangeSink, LoggedRow, LoggedTable, LogPosition } from '../ports/change-source.ts'
import type { Problem } from '../ports/connector.ts'

interface Refusal {
  readonly problem: Problem
  /** See `TableFailure`. */
  readonly needs: 'asked' | 'copy'
}

/** Changes since the last batch, table by table. */
export class ChangeBatch implements ChangeSink {
  /** One of each table; a table whose columns have changed meanwhile has several. */
  readonly #recorded = new Map<LoggedTable, RecordedChanges>()
  #transaction = ''
  #bytes = 0
  changes = 0
  transactions = 0
  /** The end of the last whole transaction. */
  position: LogPosition | undefined
  /** When the first and the last of its transactions were committed at the source, in milliseconds since 1970. */
  firstCommit: number | undefined
  lastCommit: number | undefined
  /** Tables whose changes could not be read any more. */
  readonly refusals = new Map<string, Refusal>()
  /** Changes of a transaction that has not ended. */
  isInside = false
  /** When the first change arrived, in the time of `performance`. */
  begunAt: number | undefined

  get tables(): readonly RecordedTable[] {
    return [...this.#recorded].map(([table, { bytes }]) => ({ table, bytes }))
  }

  /** Its tables were applied: frees their memory at once. */
  release(): void {
    for (const recorded of this.#recorded.values()) recorded.release()
  }

  /** The number of tables; one whose columns have changed meanwhile counts several times. */
  get size(): number {
    return this.#recorded.size
  }

  get bytes(): number {
    return this.#bytes
  }

  begin(transaction: string): void {
    this.#transaction = transaction
  }

  insert(table: LoggedTable, row: LoggedRow): void {
    this.#change(table, row, (recorded) => recorded.insert(row))
  }

  update(table: LoggedTable, row: LoggedRow, before: LoggedRow | undefined): void {
    this.#change(table, row, (recorded) => recorded.update(row, before))
  }

  delete(table: LoggedTable, row: LoggedRow): void {
    this.#change(table, row, (recorded) => recorded.delete(row))
  }

  truncate(tables: readonly LoggedTable[]): void {
    for (const table of tables) this.#change(table, undefined, (recorded) => recorded.truncate())
  }

  altered(table: LoggedTable): void {
    this.#change(table, undefined, (recorded) => recorded.alter())
  }

  /** Takes the transaction that has not ended. @returns another batch, which begins with it */
  takeLast(): ChangeBatch {
    const taken = new ChangeBatch()
    taken.begin(this.#transaction)
    for (const [table, recorded] of this.#recorded) {
      const last = recorded.takeLast(this.#transaction)
      if (!last) continue
      taken.#recorded.set(table, last)
      taken.changes += last.changes
      taken.#bytes += last.bytes.length
      if (recorded.changes === 0) this.#recorded.delete(table)
    }
    this.changes -= taken.changes
    this.#bytes -= taken.#bytes
    taken.isInside = this.isInside
    taken.begunAt = this.begunAt
    this.isInside = false
    return taken
  }

  commit(position: LogPosition, committedAt: number): void {
    this.position = position
    this.transactions++
    this.firstCommit ??= committedAt
    this.lastCommit = committedAt
    this.isInside = false
  }

  quiet(position: LogPosition): void {
    this.position = position
  }

  refused(entity: string, problem: Problem, needs: Refusal['needs'] = 'asked'): void {
    this.refusals.set(entity, { problem, needs })
  }

  #change(table: LoggedTable, row: LoggedRow | undefined, record: (recorded: RecordedChanges) => void): void {
    const recorded = this.#recorded.get(table) ?? new RecordedChanges()
    if (recorded.changes === 0) this.#recorded.set(table, recorded)
    recorded.begin(this.#transaction)
    record(recorded)
    this.changes++
    this.#bytes += OVERHEAD + (row ? row.end - row.start : 0)
    this.isInside = true
    this.begunAt ??= performance.now()
  }
}

/** Bytes beside the row. */
const OVERHEAD = 16
