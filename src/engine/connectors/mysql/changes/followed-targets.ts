import { sentence } from '../../../../core/catalog/sentence.ts'
import type { AppliedTable, RecordedTable } from '../../../ports/change-batch.ts'
import type { LoggedTable } from '../../../ports/change-source.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import { TableFailure } from '../../../ports/table-failure.ts'
import type { Application } from '../../sql/changes/change-session.ts'
import { foldChanges } from '../../sql/changes/fold-changes.ts'
import { keyRequired } from '../../sql/changes/key-required.ts'
import type { ReferencesWithin } from '../../sql/changes/references-within.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { describeTables, type Table, TRANSACTIONAL } from '../schema/describe-tables.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { entityName, sqlName, type TableName } from '../schema/table-name.ts'
import { mysqlProblem } from '../session/mysql-problem.ts'
import { readRefusal } from '../session/read-refusal.ts'
import { applyChanges } from './apply-changes.ts'
import { passingReferences } from './passed-references.ts'
import { createStaging, type FollowingTarget, followingTarget } from './staging-table.ts'

interface TargetsOptions {
  readonly takesInfile: boolean
  readonly secret: string
  readonly references: ReferencesWithin
  /** @param target in the destination's notation */
  readonly parse: (target: string) => TableName
}

/** The tables of a session that follow those of a source, each with a staging table for each shape that the log gives it. */
export class FollowedTargets {
  readonly #session: MysqlSession
  readonly #options: TargetsOptions
  /** By the shape of the table as the log describes it. */
  readonly #known = new Map<string, FollowingTarget & { readonly entity: string }>()
  /** Tables that somebody may mend before they are tried again: their columns may have other types then. */
  readonly #refused = new Set<string>()
  #number = 0

  constructor(session: MysqlSession, options: TargetsOptions) {
    this.#session = session
    this.#options = options
  }

  /** Part of a transaction. @throws TableFailure if it is a matter of this table, or the error */
  async apply(recorded: RecordedTable, application: Application): Promise<AppliedTable> {
    const { parse, takesInfile, references } = this.#options
    return foldChanges(recorded, application, async (changed) => {
      try {
        const target = parse(application.target)
        const following = await this.#followingOf(changed.table, target)
        const write = () => applyChanges(this.#session, following, changed, takesInfile)
        const isWithin = await references.has(entityName(target))
        return await (isWithin ? passingReferences(this.#session, write) : write())
      } catch (error) {
        this.#refused.add(recorded.table.name)
        throw this.#explain(recorded.table.name, error)
      }
    })
  }

  /** A copy has taken the place of the target. */
  async forget(entity: string): Promise<void> {
    for (const [shape, { staging, entity: own }] of this.#known) {
      if (own !== entity) continue
      await this.#session.query(`DROP TEMPORARY TABLE IF EXISTS ${staging}`)
      this.#known.delete(shape)
    }
  }

  #explain(entity: string, error: unknown): unknown {
    if (!isOfTable(error)) return error
    const problem = mysqlProblem(error, 'destination', this.#options.secret)
    if (!isOfReference(error)) return new TableFailure(entity, problem, { cause: error })
    // A row that another refers to may come with the next batch.
    this.#options.references.forget()
    return new TableFailure(entity, { ...problem, retryable: true }, { cause: error })
  }

  async #followingOf(table: LoggedTable, target: TableName): Promise<FollowingTarget> {
    if (this.#refused.delete(table.name)) await this.forget(table.name)
    const shape = JSON.stringify(table)
    const known = this.#known.get(shape)
    if (known) return known
    const [described] = await describeTables(this.#session, { only: [target] })
    if (!described) throw await notFound(this.#session, target)
    refuseWithoutTransactions(described)
    const following = {
      ...(await followingTarget(this.#session, described, table, ++this.#number)),
      entity: table.name,
    }
    await requireUniqueKey(
      this.#session,
      target,
      table.key.map((place) => table.columns[place] ?? ''),
    )
    await createStaging(this.#session, following)
    this.#known.set(shape, following)
    return following
  }
}

/**
 * The session or the whole server cannot go on: no memory, no room on the disk, the end of a server or a session, a server that only reads.
 * Source: MariaDB, "Error Codes"; MySQL, "Server Error Message Reference"
 */
const OF_SERVER: ReadonlySet<number> = new Set([
  ...[1021, 1037, 1038, 1040, 1041, 1053, 1077, 1079, 1152, 1158, 1159, 1160, 1161, 1290, 1317, 1792, 1836, 1927],
])

const FIRST_OF_SERVER = 1000

/** ER_ROW_IS_REFERENCED_2, ER_NO_REFERENCED_ROW_2 */
const isOfReference = (error: unknown) =>
  error instanceof Error && 'errno' in error && (error.errno === 1451 || error.errno === 1452)

function isOfTable(error: unknown): boolean {
  if (error instanceof TableFailure) return false
  const cause = error instanceof ConnectorError ? error.cause : error
  if (error instanceof ConnectorError && cause === undefined) return true
  const errno = cause instanceof Error && 'errno' in cause ? Number(cause.errno) : 0
  return errno >= FIRST_OF_SERVER && !OF_SERVER.has(errno)
}

function refuseWithoutTransactions({ engine, ...name }: Table): void {
  if (engine !== undefined && TRANSACTIONAL.test(engine)) return
  throw new ConnectorError({
    code: 'TARGET_NOT_TRANSACTIONAL',
    message: sentence`${entityName(name)} is stored by ${engine ?? sentence`no engine`}, which has no transactions: a mirror could leave half of a change.`,
    hint: sentence`Execute at the destination: ALTER TABLE ${sqlName(name)} ENGINE = InnoDB; then resume the table.`,
  })
}

/** The server hides a table from an account that may not read it. */
async function notFound(session: MysqlSession, target: TableName): Promise<ConnectorError> {
  const entity = entityName(target)
  const refusal = await readRefusal(session, target, { entity, columns: [] })
  if (!refusal)
    return new ConnectorError({ code: 'ENTITY_NOT_FOUND', message: sentence`The table ${entity} does not exist.` })
  return new ConnectorError({
    code: 'PERMISSION_MISSING',
    message: refusal.problem.message,
    hint: sentence`Execute at the destination: GRANT SELECT, INSERT, UPDATE, DELETE ON ${sqlName(target)} TO the account; then resume the table.`,
    object: { kind: 'table', schema: target.database, name: target.name },
    retryable: false,
  })
}

/** @throws ConnectorError `KEY_REQUIRED` */
async function requireUniqueKey(session: MysqlSession, target: TableName, key: readonly string[]): Promise<void> {
  if (key.length === 0) return
  const rows = await session.query(
    `SELECT INDEX_NAME AS name, LOWER(COLUMN_NAME) AS col, SUB_PART AS part FROM information_schema.STATISTICS
     WHERE TABLE_SCHEMA = ? AND BINARY TABLE_NAME = ? AND NON_UNIQUE = 0`,
    [target.database, target.name],
  )
  const wanted = new Set(key.map((name) => name.toLowerCase()))
  const isOverKey = (index: readonly (typeof rows)[number][]) =>
    index.length === wanted.size && index.every(({ col, part }) => part == null && wanted.has(col ?? ''))
  if ([...Map.groupBy(rows, (row) => row['name']).values()].some(isOverKey)) return
  throw keyRequired(
    entityName(target),
    key,
    sentence`Execute at the destination: ALTER TABLE ${sqlName(target)} ADD UNIQUE (${key.map(quoteIdentifier).join(', ')}); then resume the table.`,
  )
}
