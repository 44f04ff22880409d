import { identityOf, NOT_OF_EXTENSION, NOWHERE, omitted, SCHEMAS, TABLE, WITH_VIEWS } from './omitted-select.ts'

/** Rights as rows: who may do what, and pass it on. */
const rights = (list: string, except: string) =>
  `SELECT CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(a.grantee)) END AS who, a.privilege_type AS what, a.is_grantable AS passes
   FROM pg_catalog.aclexplode(${list}) a WHERE ${except}`

/** In what the rights at an object differ from those that a new one has, in the words of SQL. @param except a condition for those that count */
const difference = (list: string, usual: string, except = 'true') =>
  `(SELECT pg_catalog.string_agg(words, '; ' ORDER BY words) FROM (
     SELECT 'GRANT ' || pg_catalog.string_agg(what, ', ' ORDER BY what) || ' TO ' || who || CASE WHEN passes THEN ' WITH GRANT OPTION' ELSE '' END AS words
     FROM (${rights(list, except)} EXCEPT ${rights(usual, except)}) more GROUP BY who, passes
     UNION ALL SELECT 'REVOKE ' || pg_catalog.string_agg(what, ', ' ORDER BY what) || ' FROM ' || who
     FROM (${rights(usual, except)} EXCEPT ${rights(list, except)}) less GROUP BY who) words)`

/** Of the columns of a table. */
const OF_COLUMNS = `(SELECT pg_catalog.string_agg('GRANT ' || what || ' (' || pg_catalog.quote_ident(col) || ') TO ' || who || CASE WHEN passes THEN ' WITH GRANT OPTION' ELSE '' END, '; ' ORDER BY col, who, what)
  FROM (SELECT c.attname AS col, g.* FROM pg_catalog.pg_attribute c, LATERAL (${rights('c.attacl', 'true')}) g
    WHERE c.attrelid = t.oid AND c.attacl IS NOT NULL AND NOT c.attisdropped) of_columns)`

const ofRelation = (kind: string) =>
  `CASE WHEN t.relacl IS NOT NULL THEN ${difference('t.relacl', `pg_catalog.acldefault('${kind}', t.relowner)`)} END`

/** The schema of every database has rights from the start, and its owner is another in newer versions. */
const OF_SCHEMA = difference(
  'n.nspacl',
  `COALESCE((SELECT i.initprivs FROM pg_catalog.pg_init_privs i WHERE i.classoid = 'pg_catalog.pg_namespace'::regclass AND i.objoid = n.oid AND i.objsubid = 0), pg_catalog.acldefault('n', n.nspowner))`,
  `a.grantee <> n.nspowner AND (a.grantee = 0 OR pg_catalog.pg_get_userbyid(a.grantee) <> 'pg_database_owner')`,
)

const granted = (name: string, table: string, words: string, from: string) =>
  `${omitted('grants', 'name', '"table"', 'ARRAY[words]')} FROM (SELECT ${name} AS name, ${table} AS "table", ${words} AS words FROM ${from}) granted WHERE words <> ''`

/** One line per table, view, sequence, schema and type: who may do what with it that nobody may with a new one, and the other way round. */
export const GRANTS = [
  granted(`''`, TABLE, `pg_catalog.concat_ws('; ', ${ofRelation('r')}, ${OF_COLUMNS})`, WITH_VIEWS),
  granted(
    identityOf('pg_class', 't.oid'),
    NOWHERE,
    ofRelation('s'),
    `pg_catalog.pg_class t WHERE t.relkind = 'S' AND t.relacl IS NOT NULL AND t.relnamespace IN ${SCHEMAS}`,
  ),
  granted(
    identityOf('pg_namespace', 'n.oid'),
    NOWHERE,
    OF_SCHEMA,
    `pg_catalog.pg_namespace n WHERE n.nspacl IS NOT NULL AND n.oid IN ${SCHEMAS}`,
  ),
  granted(
    identityOf('pg_type', 'y.oid'),
    NOWHERE,
    difference('y.typacl', `pg_catalog.acldefault('T', y.typowner)`),
    `pg_catalog.pg_type y WHERE y.typacl IS NOT NULL AND y.typnamespace IN ${SCHEMAS} AND ${NOT_OF_EXTENSION('pg_type', 'y.oid')}`,
  ),
  `${omitted('default_grants', `COALESCE(${identityOf('pg_namespace', 'd.defaclnamespace')}, '')`, NOWHERE)} FROM pg_catalog.pg_default_acl d
   WHERE d.defaclnamespace = 0 OR d.defaclnamespace IN ${SCHEMAS} GROUP BY d.defaclnamespace`,
]

/** To whom the tables, the views and their schemas belong. */
export const OWNERS = `
SELECT pg_catalog.to_json(pg_catalog.pg_get_userbyid(owner))::text AS part FROM (SELECT t.relowner AS owner FROM ${WITH_VIEWS}
  UNION SELECT n.nspowner FROM pg_catalog.pg_namespace n WHERE n.oid IN ${SCHEMAS} AND n.nspname <> 'public') owned ORDER BY 1`
