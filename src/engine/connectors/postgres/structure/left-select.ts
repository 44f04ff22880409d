import { relationOf, TABLES } from './catalog-sql.ts'

export const own = relationOf('t', 'tn')

/** The object belongs to no table. */
export const NOWHERE = 'NULL::json'

/** A line of what does not come. @param said an array of what the reason repeats */
export const left = (what: string, name: string, table = own, said = 'NULL') =>
  `SELECT '${what}' AS what, ${name} AS name, ${table} AS "table", pg_catalog.to_json(${said}::text[]) AS said`

export const ofTables = `${TABLES} wanted JOIN pg_catalog.pg_class t ON t.oid = wanted JOIN pg_catalog.pg_namespace tn ON tn.oid = t.relnamespace`

/** The schemas of the tables. */
export const SCHEMAS = `(SELECT t.relnamespace FROM ${ofTables})`

export const NOT_OF_EXTENSION = (classid: string, objid: string) =>
  `NOT EXISTS (SELECT FROM pg_catalog.pg_depend e WHERE e.classid = 'pg_catalog.${classid}'::regclass AND e.objid = ${objid} AND e.deptype = 'e')`

/** The tables, and the views of their schemas. */
export const WITH_VIEWS = `(SELECT c.* FROM pg_catalog.pg_class c WHERE c.oid = ANY ($1::oid[])
  OR (c.relkind IN ('v', 'm') AND c.relnamespace IN ${SCHEMAS} AND ${NOT_OF_EXTENSION('pg_class', 'c.oid')})) t JOIN pg_catalog.pg_namespace tn ON tn.oid = t.relnamespace`

/** The type and the name of an object, in no language. */
export const described = (classid: string, objid: string) =>
  `(SELECT i.type || ' ' || i.identity FROM pg_catalog.pg_identify_object('pg_catalog.${classid}'::regclass, ${objid}, 0) i)`
