import { releaseMemory } from '../../../formats/release-memory.ts'
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
import type { MysqlSession } from '../driver/mysql-session.ts'
import { keySpanOf, keySpanStatement, keySumOf, keySumsStatement, keysWithin } from '../rows/key-ranges.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { sqlName, type TableName } from '../schema/table-name.ts'
import { mysqlError } from '../session/mysql-problem.ts'
import type { WritePlan } from '../target/plan-write.ts'
import { isUnmarked, sameKey, type VanishedTables, type Vanishing } from '../write/vanished-rows.ts'
import { declaredText } from './declared-text.ts'
import { type LoadContext, openIntake, textOf } from './load-context.ts'

/** Reads of the target that fill our tables must not lock its rows; they do in the default isolation level. For the next statement only. */
const WITHOUT_LOCKS = 'SET TRANSACTION ISOLATION LEVEL READ COMMITTED'

interface SearchOptions {
  readonly way: Pick<LoadContext, 'takesInfile' | 'credentials'>
  readonly session: MysqlSession
  readonly plan: WritePlan
  readonly vanishing: Vanishing
  readonly target: TableName
  readonly staging: TableName
  readonly tables: VanishedTables
}

/** Finds vanished rows of a table of MySQL, with tables of the load beside it. No statement names a table of ours twice, because some are temporary. */
export class MysqlVanishedSearch implements VanishedSearch {
  readonly #options: SearchOptions
  readonly #keys: string
  readonly #target: string
  readonly #staging: string
  readonly orders
  readonly mayBeRespelled: boolean

  constructor(options: SearchOptions) {
    this.#options = options
    const { key } = options.vanishing
    this.#keys = key.map(({ name }) => quoteIdentifier(name)).join(', ')
    this.#target = sqlName(options.target)
    this.#staging = sqlName(options.staging)
    this.orders = keyOrdersOf(key)
    this.mayBeRespelled = mayBeRespelled(key)
  }

  async takeUnstaged(): Promise<void> {
    await this.#fill(this.#insertVanished('TRUE'))
  }

  async span(): Promise<KeySpan | undefined> {
    const name = this.#options.vanishing.key[0]?.name ?? ''
    const [row] = await this.#query(keySpanStatement(`(${this.#comingKeys('TRUE')}) of_both`, name))
    return row && keySpanOf(row)
  }

  async sums({ order, bits, within }: Omit<KeyQuestion, 'columns'>): Promise<readonly KeySum[]> {
    const { key } = this.#options.vanishing
    const part = within ? keysWithin(order, key, within) : 'TRUE'
    const question = { order, bits, columns: key.map(({ name }) => name) }
    const rows = await this.#query(keySumsStatement(`(${this.#comingKeys(part)}) of_both`, key, question))
    return rows.map((row) => keySumOf(row, question))
  }

  async receive({ order, within }: Pick<Required<KeySelection>, 'order' | 'within'>): Promise<KeyIntake> {
    const { way, session, plan, vanishing, tables } = this.#options
    const written = vanishing.key.flatMap(({ name }) => plan.written.filter(({ column }) => column.name === name))
    const { fields, text } = textOf({ ...plan, written }, COMMON_TEXT)
    const declared = await this.#explained(declaredText(session, tables.compared, fields))
    const options = { table: sqlName(tables.compared), ...declared, replaces: false }
    const intake = await this.#explained(openIntake(way, session, options))
    const failure = new AbortController()
    intake.failure.catch((error: unknown) => failure.abort(this.#explain(error)))
    const take = (texts: readonly Buffer[]) => texts.reduce((_, some) => intake.write(some), true)
    return {
      failure: failure.signal,
      write: (frames) => {
        const texts = text.push(frames)
        releaseMemory(frames)
        return take(texts)
      },
      drained: () => intake.drained(),
      finish: async () => {
        take(text.take())
        await this.#explained(intake.finish())
        await this.#compare(order, within)
      },
    }
  }

  async found(): Promise<VanishedFound> {
    const { vanishing, tables } = this.#options
    if (this.mayBeRespelled) await this.#keepRespelled()
    const [row] = await this.#query(
      `SELECT (SELECT COUNT(*) FROM ${this.#target} there WHERE ${isUnmarked(vanishing, 'there')}) AS of_target,
         (SELECT COUNT(*) FROM ${sqlName(tables.vanished)}) AS of_vanished`,
    )
    return { rows: Number(row?.['of_target']), vanished: Number(row?.['of_vanished']) }
  }

  async #compare(order: KeySelection['order'], ranges: readonly KeyRange[]): Promise<void> {
    const { vanishing, tables } = this.#options
    const { key } = vanishing
    const compared = sqlName(tables.compared)
    const part = this.#insertVanished(keysWithin(order, key, ranges))
    // An equal key may be in another range.
    if (this.mayBeRespelled) return this.#fill(part)
    await this.#fill(
      `${part}
       AND NOT EXISTS (SELECT 1 FROM ${compared} from_source WHERE ${sameKey(key, 'from_source', 'there')})`,
    )
    await this.#findReturned()
    await this.#query(`DELETE FROM ${compared}`)
  }

  /** After the source's keys of all ranges have come. */
  async #keepRespelled(): Promise<void> {
    const { vanishing, tables } = this.#options
    const same = sameKey(vanishing.key, 'from_source', 'gone')
    await this.#query(
      `DELETE gone FROM ${sqlName(tables.vanished)} gone JOIN ${sqlName(tables.compared)} from_source ON ${same}`,
    )
    await this.#findReturned()
  }

  async #findReturned(): Promise<void> {
    const { vanishing, tables } = this.#options
    const { key, handling, hasMarks } = vanishing
    if (handling.column === undefined || !hasMarks) return
    await this.#fill(
      `INSERT INTO ${sqlName(tables.returned)} (${this.#keys}) SELECT ${qualified(key, 'there')} FROM ${this.#target} there
       JOIN ${sqlName(tables.compared)} from_source ON ${sameKey(key, 'from_source', 'there')} WHERE NOT (${isUnmarked(vanishing, 'there')})`,
    )
  }

  /** Rows of a part of the target that were neither marked before nor staged. */
  #insertVanished(part: string): string {
    const { vanishing, tables } = this.#options
    const { key } = vanishing
    const { column } = vanishing.handling
    const read = [...key.map(({ name }) => name), ...(column !== undefined && vanishing.hasMarks ? [column] : [])]
    return `INSERT INTO ${sqlName(tables.vanished)} (${this.#keys}) SELECT ${qualified(key, 'there')}
      FROM (SELECT ${read.map(quoteIdentifier).join(', ')} FROM ${this.#target} WHERE ${part}) there
      WHERE ${isUnmarked(vanishing, 'there')} AND NOT EXISTS (SELECT 1 FROM ${this.#staging} staged WHERE ${sameKey(key, 'staged', 'there')})`
  }

  /** Each key of a part that the target would have if nothing vanished, once. */
  #comingKeys(part: string): string {
    const { vanishing } = this.#options
    const { key } = vanishing
    return `SELECT ${this.#keys} FROM ${this.#target} there WHERE ${isUnmarked(vanishing, 'there')} AND ${part}
      UNION ALL SELECT ${this.#keys} FROM ${this.#staging} staged WHERE ${part}
        AND NOT EXISTS (SELECT 1 FROM ${this.#target} there WHERE ${sameKey(key, 'there', 'staged')} AND ${isUnmarked(vanishing, 'there')})`
  }

  async #fill(statement: string): Promise<void> {
    await this.#query(WITHOUT_LOCKS)
    await this.#query(statement)
  }

  #query(statement: string) {
    return this.#explained(this.#options.session.query(statement))
  }

  async #explained<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      throw this.#explain(error)
    }
  }

  #explain(error: unknown) {
    return mysqlError(error, 'destination', this.#options.way.credentials.password)
  }
}

const qualified = (key: Vanishing['key'], table: string) =>
  key.map(({ name }) => `${table}.${quoteIdentifier(name)}`).join(', ')
