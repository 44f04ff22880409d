import { defined } from '../../../../core/catalog/defined.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { describeTables, type Table } from '../schema/describe-tables.ts'
import { entityName, type TableName } from '../schema/table-name.ts'
import { definitionOf } from '../write/table-definition.ts'
import { hiddenTriggers } from './hidden-triggers.ts'

/** The existing state of a target. */
export interface SurveyedTarget {
  readonly table?: Table
  /** See `definitionOf`. */
  readonly definition?: string
  /** Foreign keys of other tables, each with its table; for a table that is to be replaced, or that is described with others. */
  readonly pointing: readonly string[]
  /** The table itself has triggers or foreign keys; for the same tables. */
  readonly hasDependents: boolean
  /** See `hiddenTriggers`; for the same tables. */
  readonly mayHideTriggers?: boolean
}

/** Whether a change of the rows of a target that was described with others concerns another table. */
export const isTied = ({ pointing, hasDependents, mayHideTriggers = false }: SurveyedTarget): boolean =>
  pointing.length > 0 || hasDependents || mayHideTriggers

/** A longer statement would be refused by small servers. */
const TARGETS_AT_ONCE = 300

interface Surveyed extends Pick<TargetRequest, 'mode'> {
  readonly name: TableName
}

/** Describes several targets with a few queries. @returns the state of each, by its entity name */
export async function surveyTargets(
  session: MysqlSession,
  targets: readonly Surveyed[],
): Promise<ReadonlyMap<string, SurveyedTarget>> {
  const found = new Map<string, Table>()
  const definitions = new Map<string, string | undefined>()
  // Earlier than what they describe: a change in between is then found before the first row.
  for (const { name } of targets) definitions.set(entityName(name), await definitionOf(session, name))
  for (let at = 0; at < targets.length; at += TARGETS_AT_ONCE) {
    const only = targets.slice(at, at + TARGETS_AT_ONCE).map(({ name }) => name)
    for (const table of await describeTables(session, { only })) found.set(entityName(table), table)
  }
  const isAsked = ({ mode }: Surveyed) => mode === 'replace' || targets.length > 1
  const asked = targets.filter((target) => isAsked(target) && found.has(entityName(target.name)))
  const pointing = new Map<string, string[]>()
  const dependents = new Set<string>()
  for (const [database, own] of Map.groupBy(asked, ({ name }) => name.database)) {
    const names = own.map(({ name }) => name.name)
    for (const { name, by } of await pointingKeys(session, database, names))
      pointing.set(entityName({ database, name }), [...(pointing.get(entityName({ database, name })) ?? []), by])
    for (const name of await withDependents(session, database, names)) dependents.add(entityName({ database, name }))
  }
  const isHidden = asked.length > 0 ? await hiddenTriggers(session) : () => false
  return new Map(
    targets.map(({ name }) => {
      const key = entityName(name)
      const table = found.get(key)
      const definition = definitions.get(key)
      const facts = {
        pointing: [...new Set(pointing.get(key))],
        hasDependents: dependents.has(key),
      }
      const mayHideTriggers = asked.some((other) => other.name === name) && isHidden(name)
      return [key, { ...defined({ table, definition }), ...facts, mayHideTriggers }]
    }),
  )
}

/** For all at once, because MariaDB opens every table to answer it. */
async function pointingKeys(session: MysqlSession, database: string, names: readonly string[]) {
  const rows = await session.query(
    `SELECT CONSTRAINT_NAME AS name, TABLE_NAME AS pointing, REFERENCED_TABLE_NAME AS target FROM information_schema.KEY_COLUMN_USAGE
     WHERE REFERENCED_TABLE_SCHEMA = ? AND BINARY REFERENCED_TABLE_NAME IN (${names.map(() => '?').join(', ')})`,
    [database, ...names],
  )
  return rows.map((row) => ({
    name: row['target'] ?? '',
    by: `${row['name']} of ${row['pointing']}`,
  }))
}

async function withDependents(
  session: MysqlSession,
  database: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const listed = names.map(() => '?').join(', ')
  const triggers = await session.query(
    `SELECT EVENT_OBJECT_TABLE AS target FROM information_schema.TRIGGERS
     WHERE EVENT_OBJECT_SCHEMA = ? AND BINARY EVENT_OBJECT_TABLE IN (${listed})`,
    [database, ...names],
  )
  const keys = await session.query(
    `SELECT TABLE_NAME AS target FROM information_schema.TABLE_CONSTRAINTS
     WHERE TABLE_SCHEMA = ? AND BINARY TABLE_NAME IN (${listed}) AND CONSTRAINT_TYPE = 'FOREIGN KEY'`,
    [database, ...names],
  )
  return [...triggers, ...keys].map((row) => row['target'] ?? '')
}
