import type { AddedColumn } from '../../../ports/change-source.ts'
import { TableFailure } from '../../../ports/table-failure.ts'
import type { ValueType } from '../../../ports/value-type.ts'
import { columnsHaveCome, haveCome } from '../../sql/changes/columns-have-come.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { columnDefinitions } from '../schema/column-definitions.ts'
import { describeTables } from '../schema/describe-tables.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { sqlName, type TableName } from '../schema/table-name.ts'
import { mysqlProblem } from '../session/mysql-problem.ts'

/** In seconds. Readers of the table wait behind a statement that waits for one of them. */
const LOCK_TIMEOUT = 2

/** How often a default is dropped again of a table that somebody reads. */
const RETRY_MS = 10_000

/**
 * Columns that come to tables of a server whose statements on tables end each transaction. They are added before the batch with their place in the log is
 * applied. Rows that are older than that place have the default, as they have at the source; it goes when the place is reached.
 */
export class ComingColumns {
  readonly #session: MysqlSession
  readonly #secret: string
  /** Names by entity. What was added by an earlier session is not known: a copy makes it right. */
  readonly #prepared = new Map<string, Set<string>>()
  /** Those whose place lies in the open transaction. */
  #reached: (readonly [entity: string, name: string])[] = []
  /** As SQL, by entity and name: removes a default. */
  readonly #defaults = new Map<string, string>()
  /** Statements whose columns are in place. */
  readonly #left = new Set<string>()
  #refusedAt = Number.NEGATIVE_INFINITY

  constructor(session: MysqlSession, secret: string) {
    this.#session = session
    this.#secret = secret
  }

  /** Part of a transaction. @throws TableFailure that asks for `prepare` */
  require(entity: string, columns: readonly AddedColumn[]): void {
    const prepared = this.#prepared.get(entity)
    if (columns.some(({ name }) => !prepared?.has(name)))
      throw new TableFailure(entity, haveCome(entity, columns), { columns })
    this.#reached.push(...columns.map(({ name }) => [entity, name] as const))
  }

  /** Outside of a transaction. @throws TableFailure if only a copy helps, or the table cannot be changed now */
  async prepare(entity: string, target: TableName, columns: readonly AddedColumn[]): Promise<void> {
    const prepared = this.#prepared.get(entity) ?? new Set()
    const wanted = columns.filter(({ name }) => !prepared.has(name))
    const [table] = await describeTables(this.#session, { only: [target] })
    const has = ({ name }: AddedColumn) => table?.columns.some((own) => own.name.toLowerCase() === name.toLowerCase())
    // Nobody knows what the rows from before have in a column that is there.
    if (wanted.some(has)) throw columnsHaveCome(entity, columns)
    const added = await this.#definitions(wanted)
    if (!added) throw columnsHaveCome(entity, columns)
    try {
      await this.#session.query(`SET SESSION lock_wait_timeout = ${LOCK_TIMEOUT}`)
      await this.#session.query(
        `ALTER TABLE ${sqlName(target)} ${added.map((column) => `ADD COLUMN ${column}`).join(', ')}`,
      )
    } catch (error) {
      const problem = mysqlProblem(error, 'destination', this.#secret)
      if (problem.code === 'CONNECTION_LOST') throw error
      throw problem.retryable ? new TableFailure(entity, problem, { cause: error }) : columnsHaveCome(entity, columns)
    }
    for (const { name, value } of wanted) {
      prepared.add(name)
      const statement = `ALTER TABLE ${sqlName(target)} ALTER COLUMN ${quoteIdentifier(name)} SET DEFAULT NULL`
      if (value !== undefined) this.#defaults.set(placeOf(entity, name), statement)
    }
    this.#prepared.set(entity, prepared)
  }

  committed(): void {
    for (const [entity, name] of this.#reached) {
      this.#prepared.get(entity)?.delete(name)
      const statement = this.#defaults.get(placeOf(entity, name))
      if (statement !== undefined) this.#left.add(statement)
      this.#defaults.delete(placeOf(entity, name))
    }
    this.#reached = []
  }

  rolledBack(): void {
    this.#reached = []
  }

  /** A copy has taken the place of the target. */
  forget(entity: string): void {
    this.#prepared.delete(entity)
  }

  /** Outside of a transaction: rows that come later have values of their own, or none. @returns whether the session waits for locks otherwise now */
  async forgetDefaults(): Promise<boolean> {
    if (this.#left.size === 0 || performance.now() - this.#refusedAt < RETRY_MS) return false
    await this.#session.query(`SET SESSION lock_wait_timeout = ${LOCK_TIMEOUT}`)
    for (const statement of this.#left) {
      try {
        await this.#session.query(statement)
      } catch (error) {
        // Somebody reads the table; otherwise it is gone, or another one.
        if (mysqlProblem(error).retryable) {
          this.#refusedAt = performance.now()
          continue
        }
      }
      this.#left.delete(statement)
    }
    return true
  }

  /** @returns nothing if a value is not surely stored as the source has it */
  async #definitions(columns: readonly AddedColumn[]): Promise<readonly string[] | undefined> {
    const { isMariaDb } = this.#session.facts
    const all = columns.flatMap(({ kind: value, ...own }) => (value ? [{ ...own, value, nullable: true }] : []))
    if (all.length < columns.length) return undefined
    const isOwn = ({ name }: { readonly name: string }) =>
      columns.some((column) => column.name === name && column.isOfMysql)
    const definitions = await columnDefinitions(
      this.#session,
      all.map(({ name, type, value, nullable }) => ({ name, type, value, nullable })),
      isOwn,
      [],
    )
    const given = columns.map(({ kind, value }) => (value === undefined || !kind ? 'NULL' : literalOf(kind, value)))
    if (given.includes(undefined)) return undefined
    return definitions.map((definition, at) => {
      const isLong = /^`(?:[^`]|``)+` (?:\w*text|json)\b/.test(definition)
      const literal = isLong && !isMariaDb ? `(${given[at]})` : given[at]
      return definition.replace(/ NULL DEFAULT NULL$/, () => ` NULL DEFAULT ${literal}`)
    })
  }
}

const placeOf = (entity: string, name: string) => `${entity}\n${name}`

const NUMBER = /^-?\d+(?:\.\d+)?$/

/** Floating-point numbers of so few digits are what they look like. */
const SURE_LENGTH = 7

/** Which values are stored as they are written, by the kind of the column. */
const AS_WRITTEN: Readonly<Partial<Record<ValueType['kind'], (text: string) => boolean>>> = {
  integer: (text) => NUMBER.test(text),
  decimal: (text) => NUMBER.test(text),
  float: (text) => NUMBER.test(text) && text.length <= SURE_LENGTH,
  boolean: (text) => /^[tf01]$/.test(text),
  date: (text) => /^[1-9]\d{3}-\d\d-\d\d$/.test(text),
  timestamp: (text) => /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?$/.test(text),
  text: () => true,
}

/** As SQL. */
function literalOf(kind: ValueType, text: string): string | undefined {
  const isPlain = !(kind.kind === 'text' && kind.padded) && !(kind.kind === 'timestamp' && kind.zoned)
  if (!isPlain || !AS_WRITTEN[kind.kind]?.(text)) return undefined
  if (kind.kind === 'boolean') return text === 't' || text === '1' ? '1' : '0'
  return kind.kind === 'text' || kind.kind === 'date' || kind.kind === 'timestamp' ? quoteLiteral(text) : text
}
