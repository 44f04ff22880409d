import { relationOf, TABLES } from './catalog-sql.ts'

export const TABLE = relationOf('t', 'tn')

/** The object belongs to no table. */
export const NOWHERE = 'NULL::json'

/** A line of what does not come. @param details an array of what the reason repeats */
export const omitted = (what: string, name: string, table = TABLE, details = 'NULL') =>
  `SELECT '${what}' AS what, ${name} AS name, ${table} AS "table", pg_catalog.to_json(${details}::text[]) AS details`

export const ofTables = `${TABLES} wanted JOIN pg_catalog.pg_class t ON t.oid = wanted JOIN pg_catalog.pg_namespace tn ON tn.oid = t.relnamespace`

/** The schemas of the tables. */
export const SCHEMAS = `(SELECT t.relnamespace FROM ${ofTables})`

export const NOT_OF_EXTENSION = (classid: string, objid: string) =>
  `NOT EXISTS (SELECT FROM pg_catalog.pg_depend e WHERE e.classid = 'pg_catalog.${classid}'::regclass AND e.objid = ${objid} AND e.deptype = 'e')`

/** The tables, and the views of their schemas. */
export const WITH_VIEWS = `(SELECT c.* FROM pg_catalog.pg_class c WHERE c.oid = ANY ($1::oid[])
  OR (c.relkind IN ('v', 'm') AND c.relnamespace IN ${SCHEMAS} AND ${NOT_OF_EXTENSION('pg_class', 'c.oid')})) t JOIN pg_catalog.pg_namespace tn ON tn.oid = t.relnamespace`

/** The type and the name of an object, in no language. */
export const identityOf = (classid: string, objid: string) =>
  `(SELECT i.type || ' ' || i.identity FROM pg_catalog.pg_identify_object('pg_catalog.${classid}'::regclass, ${objid}, 0) i)`
