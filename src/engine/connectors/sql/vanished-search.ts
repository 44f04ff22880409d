import type {
  KeyIntake,
  KeyOrder,
  KeyQuestion,
  KeyRange,
  KeySelection,
  KeySpan,
  KeySum,
  VanishedFound,
  VanishedSearch,
} from '../../ports/vanished-rows.ts'
import { type Explained, explaining } from './explaining.ts'
import { type KeyColumn, keyOrdersOf, mayBeRespelled } from './key-ranges.ts'
import type { AskSql, KeySql } from './key-sql.ts'
import type { RowIntake } from './sql-load.ts'

/** Where a system searches for vanished rows, and how. */
export interface SearchedTables {
  readonly sql: KeySql
  readonly key: readonly KeyColumn[]
  /** These and `tables` as SQL. */
  readonly target: string
  readonly staging: string
  /** Our tables with keys: of rows that have vanished, of the source to compare with, and of marked rows that exist again. */
  readonly tables: Readonly<Record<'vanished' | 'compared' | 'returned', string>>
  /** The column of the target with marks, as SQL. Absent: it has none yet, or rows are removed. */
  readonly mark: string | undefined
  /** `DISTINCT` if a key may be staged several times. */
  readonly distinct: '' | 'DISTINCT'
  /** The condition that two rows have the same key. */
  sameKey(one: string, other: string): string
  /** Empties the table of compared keys. */
  readonly forgetCompared: string
  /** Removes from the vanished keys those that were compared. */
  readonly dropRespelled: string
  readonly query: AskSql
  /** Runs an INSERT that reads the target. @throws the server's own errors */
  fill(statement: string): Promise<unknown>
  /** Opens the table of compared keys for common text. @throws the server's own errors */
  openIntake(): Promise<RowIntake>
  explain(error: unknown): Error
}

/** Finds vanished rows by queries, with tables of the load. No statement names one of them twice, because a system may open a temporary table only once. */
export class SqlVanishedSearch implements VanishedSearch {
  readonly #searched: SearchedTables
  readonly #keys: string
  readonly orders: readonly KeyOrder[]
  readonly mayBeRespelled: boolean
  readonly #explained: Explained

  constructor(searched: SearchedTables) {
    this.#explained = explaining(searched.explain)
    const { key, sql } = searched
    this.#searched = searched
    this.#keys = key.map(({ name }) => sql.quote(name)).join(', ')
    this.orders = keyOrdersOf(key)
    this.mayBeRespelled = mayBeRespelled(key)
  }

  async takeUnstaged(): Promise<void> {
    await this.#fill(this.#insertVanished('TRUE'))
  }

  span(): Promise<KeySpan | undefined> {
    const { sql, key } = this.#searched
    return sql.span(this.#query, `(${this.#comingKeys('TRUE')}) of_both`, key[0]?.name ?? '')
  }

  sums({ order, bits, within }: Omit<KeyQuestion, 'columns'>): Promise<readonly KeySum[]> {
    const { sql, key } = this.#searched
    const part = within ? sql.within(order, key, within) : 'TRUE'
    const question = { order, bits, columns: key.map(({ name }) => name) }
    return sql.sums(this.#query, { from: `(${this.#comingKeys(part)}) of_both`, columns: key, question })
  }

  async receive({ order, within }: Pick<Required<KeySelection>, 'order' | 'within'>): Promise<KeyIntake> {
    const intake = await this.#explained(() => this.#searched.openIntake())
    const failure = new AbortController()
    intake.failure.catch((error: unknown) => failure.abort(this.#searched.explain(error)))
    return {
      failure: failure.signal,
      write: (frames, rows) => intake.write(frames, rows),
      drained: () => intake.drained(),
      finish: async () => {
        await this.#explained(() => intake.finish())
        await this.#compare(order, within)
      },
    }
  }

  async found(): Promise<VanishedFound> {
    const { sql, target, tables, dropRespelled } = this.#searched
    // After the source's keys of all ranges have come.
    if (this.mayBeRespelled) {
      await this.#query(dropRespelled)
      await this.#findReturned()
    }
    const count = `${sql.catalog}count(*)`
    const [row] = await this.#query(
      `SELECT (SELECT ${count} FROM ${target} there WHERE ${this.#isUnmarked('there')}) AS of_target,
         (SELECT ${count} FROM ${tables.vanished}) AS of_vanished`,
    )
    return { rows: Number(row?.['of_target']), vanished: Number(row?.['of_vanished']) }
  }

  async #compare(order: KeyOrder, ranges: readonly KeyRange[]): Promise<void> {
    const { sql, key, tables, sameKey, forgetCompared } = this.#searched
    const part = this.#insertVanished(sql.within(order, key, ranges))
    // An equal key may be in another range.
    if (this.mayBeRespelled) return this.#fill(part)
    const isCompared = `EXISTS (SELECT 1 FROM ${tables.compared} from_source WHERE ${sameKey('from_source', 'there')})`
    await this.#fill(`${part} AND NOT ${isCompared}`)
    await this.#findReturned()
    await this.#query(forgetCompared)
  }

  async #findReturned(): Promise<void> {
    const { target, tables, mark, sameKey } = this.#searched
    if (mark === undefined) return
    await this.#fill(
      `INSERT INTO ${tables.returned} (${this.#keys}) SELECT ${this.#keysOf('there')} FROM ${target} there
       JOIN ${tables.compared} from_source ON ${sameKey('from_source', 'there')} WHERE there.${mark} IS NOT NULL`,
    )
  }

  /** Rows of a part of the target that were neither marked before nor staged. */
  #insertVanished(part: string): string {
    const { target, staging, tables, mark, sameKey } = this.#searched
    const read = mark === undefined ? this.#keys : `${this.#keys}, ${mark}`
    return `INSERT INTO ${tables.vanished} (${this.#keys}) SELECT ${this.#keysOf('there')} FROM (SELECT ${read} FROM ${target} WHERE ${part}) there
      WHERE ${this.#isUnmarked('there')} AND NOT EXISTS (SELECT 1 FROM ${staging} staged WHERE ${sameKey('staged', 'there')})`
  }

  /** Each key of a part that the target would have if nothing vanished, once. */
  #comingKeys(part: string): string {
    const { target, staging, distinct, sameKey } = this.#searched
    return `SELECT ${this.#keys} FROM ${target} there WHERE ${this.#isUnmarked('there')} AND ${part}
      UNION ALL SELECT ${distinct} ${this.#keys} FROM ${staging} staged WHERE ${part}
        AND NOT EXISTS (SELECT 1 FROM ${target} there WHERE ${sameKey('there', 'staged')} AND ${this.#isUnmarked('there')})`
  }

  #isUnmarked(row: string): string {
    const { mark } = this.#searched
    return mark === undefined ? 'TRUE' : `${row}.${mark} IS NULL`
  }

  #keysOf(row: string): string {
    const { key, sql } = this.#searched
    return key.map(({ name }) => `${row}.${sql.quote(name)}`).join(', ')
  }

  async #fill(statement: string): Promise<void> {
    await this.#explained(() => this.#searched.fill(statement))
  }

  readonly #query: AskSql = (statement) => this.#explained(() => this.#searched.query(statement))
}
