import { COMMON_TEXT } from '../../../ports/value-type.ts'
import type {
  KeyIntake,
  KeyQuestion,
  KeyRange,
  KeySelection,
  KeySpan,
  KeySum,
  VanishedFound,
  VanishedSearch,
} from '../../../ports/vanished-rows.ts'
import { keyOrdersOf, mayBeRespelled } from '../../shared/key-ranges.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { copyInStatement } from '../rows/copy-statement.ts'
import { keySpanOf, keySpanStatement, keySumOf, keySumsStatement, keysWithin } from '../rows/key-ranges.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { postgresError } from '../session/postgres-problem.ts'
import { COMPARED, haveSameKey, isUnmarked, RETURNED, VANISHED, type Vanishing } from '../write/vanished-rows.ts'

interface SearchOptions {
  /** In the transaction in which the rows were staged. */
  readonly session: PostgresSession
  /** The staging table, as SQL. */
  readonly staging: string
  readonly vanishing: Vanishing
  readonly secret: string
}

/** Finds vanished rows of a table of Postgres, with tables of the load's own transaction. */
export class PostgresVanishedSearch implements VanishedSearch {
  readonly #options: SearchOptions
  readonly #keys: string
  readonly orders
  readonly mayBeRespelled: boolean

  constructor(options: SearchOptions) {
    this.#options = options
    const { key } = options.vanishing
    this.#keys = key.map(({ name }) => quoteIdentifier(name)).join(', ')
    this.orders = keyOrdersOf(key)
    this.mayBeRespelled = mayBeRespelled(key)
  }

  async takeUnstaged(): Promise<void> {
    await this.#execute(this.#insertVanished('true'))
  }

  async span(): Promise<KeySpan | undefined> {
    const name = this.#options.vanishing.key[0]?.name ?? ''
    const [row] = await this.#query(keySpanStatement(`(${this.#comingKeys('true')}) keys`, name))
    return row && keySpanOf(row)
  }

  async sums({ order, bits, within }: Omit<KeyQuestion, 'columns'>): Promise<readonly KeySum[]> {
    const { key } = this.#options.vanishing
    const part = within ? keysWithin(order, key, within) : 'true'
    const question = { order, bits, columns: key.map(({ name }) => name) }
    const rows = await this.#query(keySumsStatement(`(${this.#comingKeys(part)}) keys`, key, question))
    return rows.map((row) => keySumOf(row, question))
  }

  async receive({ order, within }: Pick<Required<KeySelection>, 'order' | 'within'>): Promise<KeyIntake> {
    const { session, vanishing } = this.#options
    const names = vanishing.key.map(({ name }) => name)
    const copy = await this.#explained(session.copyIn(copyInStatement(COMPARED, names, COMMON_TEXT, false)))
    const failure = new AbortController()
    copy.done.catch((error: unknown) => failure.abort(this.#explain(error)))
    return {
      failure: failure.signal,
      write: (frames) => copy.write(frames),
      drained: () => copy.drained(),
      finish: async () => {
        copy.end()
        await this.#explained(copy.done)
        await this.#compare(order, within)
      },
    }
  }

  async found(): Promise<VanishedFound> {
    const { vanishing } = this.#options
    if (this.mayBeRespelled) await this.#keepRespelled()
    const [row] = await this.#query(
      `SELECT (SELECT pg_catalog.count(*) FROM ${vanishing.target} there WHERE ${isUnmarked(vanishing, 'there')}) AS rows,
         (SELECT pg_catalog.count(*) FROM ${VANISHED}) AS vanished`,
    )
    return { rows: Number(row?.['rows']), vanished: Number(row?.['vanished']) }
  }

  async #compare(order: KeySelection['order'], ranges: readonly KeyRange[]): Promise<void> {
    const { vanishing } = this.#options
    const { key } = vanishing
    const part = keysWithin(order, key, ranges)
    // An equal key may be in another range.
    if (this.mayBeRespelled) return void (await this.#execute(this.#insertVanished(part)))
    await this.#execute(
      `${this.#insertVanished(part)} AND NOT EXISTS (SELECT FROM ${COMPARED} source WHERE ${haveSameKey(vanishing, 'source', 'there')})`,
    )
    await this.#findReturned()
    await this.#query(`TRUNCATE ${COMPARED}`)
  }

  /** After the source's keys of all ranges have come. */
  async #keepRespelled(): Promise<void> {
    const { vanishing } = this.#options
    await this.#execute(
      `DELETE FROM ${VANISHED} gone USING ${COMPARED} source WHERE ${haveSameKey(vanishing, 'source', 'gone')}`,
    )
    await this.#findReturned()
  }

  async #findReturned(): Promise<void> {
    const { vanishing } = this.#options
    const { key, handling, hasMarks, target } = vanishing
    if (handling.column === undefined || !hasMarks) return
    await this.#execute(
      `INSERT INTO ${RETURNED} SELECT ${qualified(key, 'there')} FROM ${target} there JOIN ${COMPARED} source ON ${haveSameKey(vanishing, 'source', 'there')}
       WHERE NOT (${isUnmarked(vanishing, 'there')})`,
    )
  }

  /** Rows of a part of the target that were neither marked before nor staged. */
  #insertVanished(part: string): string {
    const { staging, vanishing } = this.#options
    const { key, target, handling, hasMarks } = vanishing
    const mark = handling.column !== undefined && hasMarks ? `, ${quoteIdentifier(handling.column)}` : ''
    return `INSERT INTO ${VANISHED} SELECT ${qualified(key, 'there')} FROM (SELECT ${this.#keys}${mark} FROM ${target} WHERE ${part}) there
      WHERE ${isUnmarked(vanishing, 'there')} AND NOT EXISTS (SELECT FROM ${staging} staged WHERE ${haveSameKey(vanishing, 'staged', 'there')})`
  }

  /** Each key of a part that the target would have if nothing vanished, once. */
  #comingKeys(part: string): string {
    const { staging, vanishing } = this.#options
    const { target } = vanishing
    return `SELECT ${this.#keys} FROM ${target} there WHERE ${isUnmarked(vanishing, 'there')} AND ${part}
      UNION ALL SELECT DISTINCT ${this.#keys} FROM ${staging} staged WHERE ${part}
        AND NOT EXISTS (SELECT FROM ${target} there WHERE ${haveSameKey(vanishing, 'there', 'staged')} AND ${isUnmarked(vanishing, 'there')})`
  }

  #query(statement: string) {
    return this.#explained(this.#options.session.query(statement))
  }

  #execute(statement: string) {
    return this.#explained(this.#options.session.execute(statement))
  }

  async #explained<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      throw this.#explain(error)
    }
  }

  #explain(error: unknown) {
    return postgresError(error, 'destination', this.#options.secret)
  }
}

const qualified = (key: Vanishing['key'], table: string) =>
  key.map(({ name }) => `${table}.${quoteIdentifier(name)}`).join(', ')
