import { sentence } from '../../../../core/catalog/sentence.ts'
import type { AppliedTable, RecordedTable } from '../../../ports/change-batch.ts'
import type { AddedColumn, LoggedTable } from '../../../ports/change-source.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import { TableFailure } from '../../../ports/table-failure.ts'
import type { Application } from '../../sql/changes/change-session.ts'
import { columnsHaveCome } from '../../sql/changes/columns-have-come.ts'
import { foldChanges } from '../../sql/changes/fold-changes.ts'
import { keyRequired } from '../../sql/changes/key-required.ts'
import type { ReferencesWithin } from '../../sql/changes/references-within.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { valueOfColumn } from '../schema/base-type.ts'
import { columnTypeFor } from '../schema/column-type-for.ts'
import { describeRelations } from '../schema/describe-relations.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { entityName, internalName, parseRelationName, type RelationName, sqlName } from '../schema/relation-name.ts'
import { postgresProblem } from '../session/postgres-problem.ts'
import { applyChanges, createStaging, type FollowingTable } from './apply-changes.ts'
import { passingReferences } from './passed-references.ts'

/** The tables of a session that follow those of a source, each with a staging table for each shape that the log gives it. */
export class FollowedTables {
  readonly #session: PostgresSession
  readonly #secret: string
  /** Absent: the account may not write without checks of foreign keys. */
  readonly #references: ReferencesWithin | undefined
  /** By the shape of the table as the log describes it. */
  readonly #known = new Map<string, FollowingTable & { readonly entity: string }>()
  #number = 0

  constructor(session: PostgresSession, secret: string, references: ReferencesWithin | undefined) {
    this.#session = session
    this.#secret = secret
    this.#references = references
  }

  /** Part of a transaction. @throws TableFailure if it is a matter of this table, or the error */
  async apply(recorded: RecordedTable, application: Application): Promise<AppliedTable> {
    return foldChanges(recorded, application, async (changed) => {
      try {
        const target = parseRelationName(application.target)
        const following = await this.#followingOf(changed.table, target)
        const write = () => applyChanges(this.#session, following, changed)
        const isWithin = await this.#references?.has(entityName(target))
        return await (isWithin ? passingReferences(this.#session, write) : write())
      } catch (error) {
        if (!isOfTable(error)) throw error
        const problem = { ...postgresProblem(error, 'destination', this.#secret), ...this.#mayPass(error) }
        throw new TableFailure(recorded.table.name, problem, { cause: error })
      }
    })
  }

  /** A row that another refers to may come with the next batch. */
  #mayPass(error: unknown): { readonly retryable?: true } {
    if (!(error instanceof Error && 'code' in error && error.code === FOREIGN_KEY)) return {}
    this.#references?.forget()
    return { retryable: true }
  }

  /** Part of a transaction: adds columns, unless the target has them. @returns those that it has. @throws TableFailure if that is not possible */
  async addColumns(entity: string, target: RelationName, columns: readonly AddedColumn[]): Promise<readonly string[]> {
    const had: string[] = []
    try {
      for (const { name, kind, value, ...own } of columns) {
        const type = kind ? columnTypeFor(kind) : own.type
        const column = `${quoteIdentifier(name)} ${type}`
        const given = value === undefined ? '' : ` DEFAULT ${quoteLiteral(value)}::${type}`
        const [known] = await this.#session.query(
          `SELECT FROM pg_catalog.pg_attribute WHERE attrelid = $1::pg_catalog.regclass AND attname = $2 AND NOT attisdropped`,
          [sqlName(target), name],
        )
        // A statement adds a column once: one that is there has the rows of an older column of that name.
        if (known && kind) throw columnsHaveCome(entity, columns)
        if (known) {
          had.push(name)
          continue
        }
        await this.#session.query(`ALTER TABLE ${sqlName(target)} ADD COLUMN ${column}${given}`)
        if (given)
          await this.#session.query(`ALTER TABLE ${sqlName(target)} ALTER ${quoteIdentifier(name)} DROP DEFAULT`)
      }
      return had
    } catch (error) {
      if (!isOfTable(error)) throw error
      throw new TableFailure(entity, postgresProblem(error, 'destination', this.#secret), { cause: error })
    }
  }

  /** Everything is visible, and the staging tables are empty again. */
  committed(): void {
    for (const following of this.#known.values()) following.isStaged = false
  }

  /** Staging tables that were made since the last commit are gone. */
  clear(): void {
    this.#known.clear()
  }

  /** Part of a transaction: a copy has taken the place of the target. */
  async forget(entity: string): Promise<void> {
    for (const [shape, { staging, entity: own }] of this.#known) {
      if (own !== entity) continue
      await this.#session.query(`DROP TABLE IF EXISTS ${staging}`)
      this.#known.delete(shape)
    }
  }

  async #followingOf(table: LoggedTable, target: RelationName): Promise<FollowingTable> {
    const shape = JSON.stringify(table)
    const known = this.#known.get(shape)
    if (known) return known
    const following = { ...(await followingTable(this.#session, target, ++this.#number)), entity: table.name }
    const key = table.key.map((place) => table.columns[place] ?? '')
    await requireUniqueKey(this.#session, target, key)
    await createStaging(this.#session, following, table.columns, key)
    this.#known.set(shape, following)
    return following
  }
}

const FOREIGN_KEY = '23503'

/**
 * Values, constraints, syntax and privileges, locks, triggers, statements that take too long. Of the others, the session or the whole server cannot
 * go on. Source: PostgreSQL, "Error Codes"
 */
const OF_TABLES = /^(0A|21|22|23|27|38|39|42|44|P0|40P01|54|55|57014)/

const isOfTable = (error: unknown): boolean =>
  (error instanceof ConnectorError && ['ENTITY_NOT_FOUND', 'KEY_REQUIRED'].includes(error.problem.code)) ||
  (error instanceof Error && 'code' in error && OF_TABLES.test(String(error.code)))

async function followingTable(session: PostgresSession, name: RelationName, number: number): Promise<FollowingTable> {
  const [relation] = await describeRelations(session, [name])
  if (!relation)
    throw new ConnectorError({
      code: 'ENTITY_NOT_FOUND',
      message: sentence`The table ${entityName(name)} does not exist.`,
    })
  const fixed = relation.columns.filter((column) => column.generated !== null || column.isIdentityAlways)
  const decimals = relation.columns.filter((column) => valueOfColumn(column).kind === 'decimal')
  return {
    target: relation,
    staging: `pg_temp.${internalName('changes', String(number))}`,
    fixed: fixed.map((column) => column.name),
    decimals: new Set(decimals.map((column) => column.name)),
  }
}

/** Rows are put in place by their key. @throws ConnectorError `KEY_REQUIRED` */
async function requireUniqueKey(session: PostgresSession, target: RelationName, key: readonly string[]): Promise<void> {
  if (key.length === 0) return
  const [found] = await session.query(
    `SELECT FROM pg_catalog.pg_index i WHERE i.indrelid = $1::pg_catalog.regclass AND i.indisunique AND i.indisvalid AND i.indimmediate AND i.indpred IS NULL AND i.indexprs IS NULL
       AND i.indnkeyatts = $3 AND $3 = (SELECT pg_catalog.count(*) FROM pg_catalog.pg_attribute a WHERE a.attrelid = i.indrelid
         AND pg_catalog.array_position(i.indkey::int2[], a.attnum) < i.indnkeyatts AND a.attname IN (SELECT pg_catalog.json_array_elements_text($2::json))) LIMIT 1`,
    [sqlName(target), JSON.stringify(key), key.length],
  )
  if (found) return
  throw keyRequired(
    entityName(target),
    key,
    sentence`Execute at the destination: CREATE UNIQUE INDEX ON ${sqlName(target)} (${key.map(quoteIdentifier).join(', ')}); then resume the table.`,
  )
}
