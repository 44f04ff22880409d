import type { DatabaseStructure, OmittedPart, StructurePart } from '../../../ports/table-structure.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { entityName } from '../schema/relation-name.ts'
import { CHECKS, COLUMNS, FOREIGN_KEYS, INDEXES, NOT_NULLS, TABLE_COMMENTS, VIEWS } from './catalog-sql.ts'
import { columnParts, type ReadColumn } from './column-parts.ts'
import { OWNERS } from './grants-sql.ts'
import { indexParts, type ReadIndex } from './index-parts.ts'
import { omittedPart, type ReadOmitted } from './omitted-objects.ts'
import { OMITTED } from './omitted-sql.ts'
import {
  checkPart,
  foreignKeyPart,
  leftKey,
  notNullPart,
  type ReadCheck,
  type ReadForeignKey,
  type ReadNotNull,
  type ReadView,
  viewParts,
} from './other-parts.ts'

type Ask = PostgresSession['query']

const reading =
  (ask: Ask, oids: readonly number[]) =>
  async <T>(statement: string, of = oids): Promise<readonly T[]> => {
    const rows = await ask(statement, statement.includes('$1') ? [`{${of.join(',')}}`] : undefined)
    return rows.map(({ part }) => JSON.parse(part ?? '{}') as T)
  }

/** The indexes and constraints of tables, whose names need no words of their own. @throws the server's own errors */
export async function readRules(session: PostgresSession, oids: readonly number[]): Promise<readonly StructurePart[]> {
  const { major } = session
  const read = reading((...asked) => session.query(...asked), oids)
  return [
    ...(await read<ReadIndex>(INDEXES(major))).flatMap((index) => indexParts(index).parts),
    ...(await read<ReadCheck>(CHECKS(major))).map(checkPart),
    ...(await read<ReadForeignKey>(FOREIGN_KEYS(major))).map(foreignKeyPart),
  ]
}

/** @param oids of tables. @param ask queries in the snapshot of the source. @throws the server's own errors */
export async function readStructure(ask: Ask, oids: readonly number[], major: number): Promise<DatabaseStructure> {
  const read = reading(ask, oids)
  const views = await read<ReadView>(VIEWS)
  const filled = views.flatMap(({ kind, oid }) => (kind === 'materialized_view' ? [oid] : []))
  const columns = (await read<ReadColumn>(COLUMNS(major))).map(columnParts)
  const indexes = (await read<ReadIndex>(INDEXES(major), [...oids, ...filled])).map(indexParts)
  const keys = await read<ReadForeignKey>(FOREIGN_KEYS(major))
  const comments = await read<{ readonly table: ReadColumn['table']; readonly comment: string }>(TABLE_COMMENTS)
  const parts: StructurePart[] = [
    ...columns.flatMap((each) => each.parts),
    ...indexes.flatMap((each) => each.parts),
    ...(await read<ReadCheck>(CHECKS(major))).map(checkPart),
    ...(await read<ReadNotNull>(NOT_NULLS)).map(notNullPart),
    ...keys.flatMap((key) => (key.isOfPeriods ? [] : [foreignKeyPart(key)])),
    ...comments.map(
      ({ table, comment }): StructurePart => ({
        kind: 'comment',
        on: 'table',
        table: entityName(table),
        name: '',
        columns: [],
        text: comment,
      }),
    ),
    ...views.flatMap(viewParts),
  ]
  const left: OmittedPart[] = [
    ...columns.flatMap((each) => each.left),
    ...indexes.flatMap((each) => each.left),
    ...keys.flatMap((key) => (key.isOfPeriods ? [leftKey(key)] : [])),
    ...(await read<ReadOmitted>(OMITTED)).map(omittedPart),
  ]
  return { system: 'postgres', parts, left, owners: await read<string>(OWNERS) }
}
