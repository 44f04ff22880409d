import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'
import { DuckDBBlobValue } from '@duckdb/node-api/lib/values/DuckDBBlobValue.js'
import { DuckDBListValue } from '@duckdb/node-api/lib/values/DuckDBListValue.js'
import { defined } from '../../../core/catalog/defined.ts'
import { rawName } from '../columns/relation.ts'
import { bindParameters, type Parameters } from '../duckdb/query-runner.ts'
import type { BoundSteps } from '../steps/bind-steps.ts'
import type { Batch } from './batch-sink.ts'
import { batchParameters, leavingColumns, neededColumns, rowWiseStatement } from './batch-statement.ts'
import { type CutRows, cutRows } from './cut-rows.ts'
import { type ComputedRows, type Part, partsOf, spliceRows } from './splice-rows.ts'

/** Rows after the steps. */
export interface PassedRows {
  readonly frames: Buffer
  readonly rows: number
}

/** Steps that work row by row, batch by batch. DuckDB gets only the fields that the steps use. */
export class RowWiseTransform {
  /** Numbers of the stream's columns that are read. */
  readonly needed: readonly number[]
  readonly #parts: readonly Part[]
  /** The positions of DuckDB's fields among the read fields, by the number of their column. */
  readonly #given: ReadonlyMap<number, number>
  readonly #sql: string | undefined
  readonly #leavesRowsOut: boolean
  #statement: DuckDBPreparedStatement | undefined

  /** @param columns the output columns, in this order. @param isTraced whether the fields of the stream's row follow */
  constructor(steps: BoundSteps, columns: readonly string[], isTraced: boolean) {
    const { main, used, leavesRowsOut } = steps
    const leaving = leavingColumns(steps, columns)
    const needed = isTraced ? [...main.columns.keys()] : neededColumns(main, steps, leaving)
    const computed = leaving.filter(({ raw }) => raw === undefined)
    const fieldOf = new Map(needed.map((column, field) => [rawName(main.table, column), field]))
    this.needed = needed
    this.#leavesRowsOut = leavesRowsOut
    this.#parts = partsOf([
      ...leaving.map((column) => fieldOf.get(column.raw ?? '') ?? { computed: computed.indexOf(column) }),
      ...(isTraced ? needed.keys() : []),
    ])
    const given = needed.flatMap((column, field): [number, number][] =>
      used.has(rawName(main.table, column)) ? [[column, field]] : [],
    )
    this.#given = new Map(given)
    if (computed.length > 0 || leavesRowsOut) this.#sql = rowWiseStatement(steps, [...this.#given.keys()], computed)
  }

  /**
   * @param given values of the parameters in addition to the rows
   * @throws DuckDB's error for a value that cannot be stored or computed, with the row's number in the batch
   */
  async pass(connection: DuckDBConnection, batch: Batch, given: Parameters): Promise<PassedRows> {
    const cut = cutRows(batch, this.needed.length)
    const computed = await this.#make(connection, cut, given)
    return { frames: spliceRows(cut, this.#parts, computed), rows: computed.kept?.length ?? batch.rows }
  }

  async #make(connection: DuckDBConnection, cut: CutRows, given: Parameters): Promise<ComputedRows> {
    if (this.#sql === undefined) return { fields: [] }
    this.#statement ??= await connection.prepare(this.#sql)
    bindParameters(this.#statement, { ...batchParameters(cut, this.#given), ...given })
    const chunk = await (await this.#statement.run()).fetchChunk()
    const [kept, ...fields] = chunk?.getRowValues(0) ?? []
    const rows = kept instanceof DuckDBListValue ? (kept.items as readonly number[]) : []
    return defined({
      fields: fields.map((field) => (field instanceof DuckDBBlobValue ? field.bytes : NOTHING)),
      kept: this.#leavesRowsOut ? rows : undefined,
    })
  }
}

const NOTHING = new Uint8Array()
