import type { ConnectorContext, Endpoint } from '../../../ports/connector.ts'
import type { MirroredTarget, MirrorHindrance } from '../../../ports/mirror-readiness.ts'
import { targetHindrances } from '../../sql/changes/target-hindrances.ts'
import { databaseCredentials } from '../../sql/database-credentials.ts'
import type { MysqlSession, TextRow } from '../driver/mysql-session.ts'
import { describeTables } from '../schema/describe-tables.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { serverNames } from '../schema/server-names.ts'
import { entityName, sqlName, type TableName } from '../schema/table-name.ts'
import { mysqlError } from '../session/mysql-problem.ts'
import { openSession } from '../session/open-session.ts'

/** What of existing targets keeps a mirror from being equal to its source. Changes nothing. @throws ConnectorError */
export async function mysqlTargetReadiness(
  endpoint: Endpoint,
  context: ConnectorContext,
  targets: readonly MirroredTarget[],
): Promise<readonly MirrorHindrance[]> {
  const credentials = databaseCredentials(endpoint, 'database')
  const session = await openSession(credentials, 'read', context)
  try {
    const { parse } = await serverNames(session, credentials.database)
    const named = targets.map((target) => ({ ...target, name: parse(target.target) }))
    const names = named.map(({ name }) => name)
    const wanted = new Set(names.map(entityName))
    // In its own tables the server compares names without case and accents, regardless of its settings.
    const isWanted = (table: TableName) => wanted.has(entityName(parse(entityName(table))))
    const fires = (await session.query(TRIGGERS(names))).filter((row) => isWanted(tableOf(row)))
    const triggers = fires.map((row) => ({
      table: entityName(tableOf(row)),
      name: row['own'] ?? '',
      text: row['text'] ?? '',
      statement: `DROP TRIGGER ${sqlName({ database: row['db'] ?? '', name: row['own'] ?? '' })};`,
    }))
    const refers = (await session.query(FOREIGN_KEYS(names))).filter(
      ({ to_db, to_name, ...row }) =>
        isWanted(tableOf(row)) || isWanted(tableOf({ db: to_db ?? '', name: to_name ?? '' })),
    )
    const foreignKeys = refers.map(foreignKeyOf)
    const spelled = named.map(({ name, ...target }) => ({ ...target, target: entityName(name) }))
    return targetHindrances(spelled, { triggers, foreignKeys, computed: await computedColumns(session, names) })
  } catch (error) {
    throw mysqlError(error, 'destination', credentials.password)
  } finally {
    await session.close()
  }
}

const tableOf = ({ db, name }: TextRow): TableName => ({ database: db ?? '', name: name ?? '' })

const among = (database: string, name: string, names: readonly TableName[]) =>
  `(${database}, ${name}) IN (${names.map((one) => `(${quoteLiteral(one.database)}, ${quoteLiteral(one.name)})`).join(', ')})`

const TRIGGERS = (names: readonly TableName[]) =>
  `SELECT EVENT_OBJECT_SCHEMA AS db, EVENT_OBJECT_TABLE AS name, TRIGGER_NAME AS own, ACTION_STATEMENT AS text FROM information_schema.TRIGGERS
   WHERE ${among('EVENT_OBJECT_SCHEMA', 'EVENT_OBJECT_TABLE', names)} ORDER BY 1, 2, 3`

const FOREIGN_KEYS = (names: readonly TableName[]) =>
  `SELECT CONSTRAINT_SCHEMA AS db, TABLE_NAME AS name, CONSTRAINT_NAME AS own, UNIQUE_CONSTRAINT_SCHEMA AS to_db, REFERENCED_TABLE_NAME AS to_name,
     DELETE_RULE NOT IN ('NO ACTION', 'RESTRICT') OR UPDATE_RULE NOT IN ('NO ACTION', 'RESTRICT') AS cascades
   FROM information_schema.REFERENTIAL_CONSTRAINTS
   WHERE ${among('CONSTRAINT_SCHEMA', 'TABLE_NAME', names)} OR ${among('UNIQUE_CONSTRAINT_SCHEMA', 'REFERENCED_TABLE_NAME', names)} ORDER BY 1, 2, 3`

function foreignKeyOf(row: TextRow) {
  const table = tableOf(row)
  const name = row['own'] ?? ''
  return {
    table: entityName(table),
    name,
    referred: entityName({ database: row['to_db'] ?? '', name: row['to_name'] ?? '' }),
    cascades: row['cascades'] === '1',
    isDeferred: false,
    statement: `ALTER TABLE ${sqlName(table)} DROP FOREIGN KEY ${quoteIdentifier(name)};`,
  }
}

async function computedColumns(session: MysqlSession, names: readonly TableName[]) {
  const tables = await describeTables(session, { only: names })
  return tables.flatMap((table) =>
    table.columns.flatMap(({ name, type, isGenerated }) =>
      isGenerated
        ? [
            {
              table: entityName(table),
              column: name,
              statement: `ALTER TABLE ${sqlName(table)} MODIFY ${quoteIdentifier(name)} ${type};`,
            },
          ]
        : [],
    ),
  )
}
