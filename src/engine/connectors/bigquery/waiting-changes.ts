import { RowEncoder } from '../../formats/common-text/row-encoder.ts'
import type { ParquetType } from '../../formats/parquet/parquet-type.ts'
import { BYTES, INT64, TEXT } from '../../formats/parquet/plain-types.ts'
import type { RecordedTable } from '../../ports/change-batch.ts'
import type { LoggedTable } from '../../ports/change-source.ts'
import type { BigqueryColumn } from './bigquery-column.ts'
import type { StatesOptions } from './bigquery-states.ts'
import type { ScriptPart } from './commit-script.ts'
import { quote } from './merge-statement.ts'
import type { StagingSlot } from './mirror-staging.ts'
import type { StagedFile } from './staged-file.ts'
import { literal } from './string-literal.ts'

/** Of one row; a larger record has several. */
const ROW_BYTES = 1 << 20

/** What is taken at once, about. */
const PIECE_BYTES = 4 << 20

const column = (name: string, type: string, stored: ParquetType): BigqueryColumn => ({
  name,
  type,
  mode: 'NULLABLE',
  stored,
  refuses: () => undefined,
})

const COLUMNS = [
  column('entity', 'STRING', TEXT),
  column('number', 'INT64', INT64),
  column('shape', 'STRING', TEXT),
  column('changes', 'BYTES', BYTES),
]

/** The changes of tables that do not follow. The last row of a record has the shape of its table. */
export class WaitingChanges {
  readonly #options: Omit<StatesOptions, 'targetOf'>
  #committed: Map<string, number> | undefined
  #sizes = new Map<string, number>()
  #number = 0n
  #adding: { readonly slot: StagingSlot; readonly file: StagedFile } | undefined
  #deletions: string[] = []
  /** Rows of this batch that are not kept, as SQL. */
  #dropped: string[] = []

  constructor(options: Omit<StatesOptions, 'targetOf'>) {
    this.#options = options
  }

  /** @returns how many bytes wait, by table */
  async read(): Promise<Map<string, number>> {
    if (!this.#committed) {
      const { ask, tables } = this.#options
      const rows = await ask(`SELECT entity, SUM(LENGTH(changes)), MAX(number) FROM ${tables.waiting} GROUP BY entity`)
      this.#committed = new Map(rows.map(([entity, bytes]) => [entity ?? '', Number(bytes)]))
      for (const [, , number] of rows) if (BigInt(number ?? 0) > this.#number) this.#number = BigInt(number ?? 0)
      this.#sizes = new Map(this.#committed)
    }
    return new Map(this.#committed)
  }

  async add({ table, bytes }: RecordedTable): Promise<void> {
    this.#adding ??= this.#options.staging.begin(COLUMNS)
    for (let at = 0; at < bytes.length; at += ROW_BYTES) {
      const isLast = at + ROW_BYTES >= bytes.length
      const part = bytes.toString('hex', at, Math.min(at + ROW_BYTES, bytes.length))
      const encoder = new RowEncoder()
      encoder.add([table.name, String(++this.#number), isLast ? JSON.stringify(table) : null, `\\x${part}`])
      await this.#adding.file.add(encoder.take().frames)
    }
    this.#sizes.set(table.name, (this.#sizes.get(table.name) ?? 0) + bytes.length)
  }

  /** The oldest. @returns nothing if none wait */
  async take(entity: string): Promise<readonly RecordedTable[]> {
    // Google charges each question.
    if (!this.#sizes.get(entity)) return []
    const taken: RecordedTable[] = []
    let parts: Buffer[] = []
    let bytes = 0
    let last = '0'
    while (bytes < PIECE_BYTES || parts.length > 0) {
      const rows = await this.#rowsAfter(entity, last)
      if (rows.length === 0) break
      for (const [number, shape, changes] of rows) {
        const part = Buffer.from(changes ?? '', 'base64')
        parts.push(part)
        bytes += part.length
        last = number ?? last
        if (shape == null) continue
        taken.push({ table: JSON.parse(shape) as LoggedTable, bytes: Buffer.concat(parts) })
        parts = []
        if (bytes >= PIECE_BYTES) break
      }
    }
    if (taken.length > 0) this.#deletions.push(`${of(entity)} AND number <= ${last}`)
    this.#sizes.set(entity, taken.length === 0 ? 0 : Math.max(0, (this.#sizes.get(entity) ?? 0) - bytes))
    return taken
  }

  async forget(entities?: readonly string[]): Promise<void> {
    for (const entity of entities ?? [...this.#sizes.keys()]) {
      if (!this.#sizes.get(entity)) continue
      this.#deletions.push(of(entity))
      this.#dropped.push(`(${of(entity)} AND number <= ${this.#number})`)
      this.#sizes.delete(entity)
    }
  }

  async parts(): Promise<readonly ScriptPart[]> {
    const { tables, staging } = this.#options
    const statements = this.#deletions.map((condition) => `DELETE FROM ${tables.waiting} WHERE ${condition}`)
    if (this.#adding) {
      const { slot, file } = this.#adding
      await file.end()
      staging.load(slot, COLUMNS)
      const but = this.#dropped.length > 0 ? ` WHERE NOT (${this.#dropped.join(' OR ')})` : ''
      statements.push(
        `INSERT INTO ${tables.waiting} (entity, number, shape, changes)\nSELECT entity, number, shape, changes FROM ${quote(slot.staging)}${but}`,
      )
    }
    return statements.length > 0 ? [{ statements }] : []
  }

  committed(): void {
    this.#committed = new Map(this.#sizes)
    this.#clear()
  }

  rolledBack(): void {
    this.#sizes = new Map(this.#committed)
    this.#clear()
  }

  #clear(): void {
    this.#adding = undefined
    this.#deletions = []
    this.#dropped = []
  }

  #rowsAfter(entity: string, last: string) {
    const { ask, tables } = this.#options
    return ask(
      `SELECT number, shape, TO_BASE64(changes) FROM ${tables.waiting} WHERE ${of(entity)} AND number > ${last} QUALIFY SUM(LENGTH(changes)) OVER (ORDER BY number) - LENGTH(changes) < ${PIECE_BYTES} ORDER BY number`,
    )
  }
}

const of = (entity: string) => `entity = ${literal(entity)}`
