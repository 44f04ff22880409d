import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { PostgresSession, TextRow } from '../driver/postgres-session.ts'
import type { Relation } from '../schema/describe-relations.ts'
import { LOCKED_BY_READING } from './refuse-emptied-behind.ts'

/** A question about the present, which no snapshot shows. @returns nothing where the server allows no further session */
export type AskPresent = (statement: string, values: readonly string[]) => Promise<readonly TextRow[] | undefined>

/** Whether the rows that a relation shows depend on more than what it stores. */
export const mayBeRedefined = ({ kind, isFiltered, columns }: Relation): boolean =>
  kind === 'view' || isFiltered || columns.some(({ isVirtual }) => isVirtual)

/**
 * The rows are those of the snapshot, but the server reads them by the definitions of the present: by a view, a policy, a function or a virtual column
 * that was replaced since then, it would send rows that nobody ever saw. Asked after the rows, because the locks of the reading keep the definitions as
 * they are, and name them.
 */
export async function refuseRedefined(
  session: PostgresSession,
  { schema, name }: Relation,
  askPresent: AskPresent,
): Promise<void> {
  const [locked] = await session.query(LOCKED_NAMES)
  const values = [locked?.['names'] ?? '[]']
  const before = definitionsIn(await session.query(DEFINITIONS, values))
  const answer = await askPresent(DEFINITIONS, values)
  if (!answer) return
  const now = definitionsIn(answer)
  const changed = [...new Set([...before.keys(), ...now.keys()])].filter(
    (known) => before.get(known) !== now.get(known),
  )
  if (changed.length === 0) return
  throw new ConnectorError({
    code: 'SOURCE_CHANGED',
    message: sentence`${schema}.${name} depends on definitions that were changed after the run began: ${changed.join(', ')}.`,
    hint: sentence`Nothing was changed at the target. Run again.`,
    retryable: true,
  })
}

const definitionsIn = (rows: readonly TextRow[]) => new Map(rows.map((row) => [row['name'], row['definition']]))

/** The functions of the server know the names of the present. */
const LOCKED_NAMES = `
SELECT pg_catalog.json_agg(object.object_names) AS names
FROM (${LOCKED_BY_READING}) locked,
  LATERAL pg_catalog.pg_identify_object_as_address('pg_catalog.pg_class'::regclass, locked.oid, 0) object`

/** A stored expression without what a definition in the same words has otherwise: the places of its words, and the number of its view. */
const withoutPlaces = (tree: string, view: string) =>
  `pg_catalog.regexp_replace(pg_catalog.replace(${tree}::text, ':relid ' || ${view} || ' ', ':relid own '),
    ':(location|stmt_location|stmt_len|rellocation|list_start|list_end) -?\\d+', '', 'g')`

/** What the functions do that a rule or a policy calls. */
const functionsOf = (catalogue: string, oid: string) =>
  `(SELECT pg_catalog.json_agg(p::text ORDER BY p.oid) FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_proc p ON p.oid = d.refobjid
    WHERE d.classid = 'pg_catalog.${catalogue}'::regclass AND d.objid = ${oid} AND d.refclassid = 'pg_catalog.pg_proc'::regclass)`

/** Of relations by their names, because a view that was made again has another number. The role of a view decides what it sees. */
const DEFINITIONS = `
SELECT n.nspname || '.' || c.relname AS name, pg_catalog.md5(pg_catalog.json_build_array(
  c.relrowsecurity, c.relforcerowsecurity, CASE WHEN c.relkind = 'v' THEN pg_catalog.json_build_array(c.relowner, c.reloptions) END,
  (SELECT pg_catalog.json_build_array(${withoutPlaces('r.ev_action', 'c.oid')}, ${functionsOf('pg_rewrite', 'r.oid')})
    FROM pg_catalog.pg_rewrite r WHERE r.ev_class = c.oid AND r.ev_type = '1'),
  (SELECT pg_catalog.json_agg(pg_catalog.json_build_array(p.polname, p.polcmd, p.polpermissive, p.polroles,
      ${withoutPlaces('p.polqual', 'c.oid')}, ${functionsOf('pg_policy', 'p.oid')}) ORDER BY p.polname)
    FROM pg_catalog.pg_policy p WHERE p.polrelid = c.oid),
  (SELECT pg_catalog.json_agg(pg_catalog.json_build_array(a.attname, ${withoutPlaces('d.adbin', 'c.oid')}) ORDER BY a.attnum)
    FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = c.oid AND a.attgenerated = 'v'))::text) AS definition
FROM (SELECT w->>0 AS schema, w->>1 AS name FROM pg_catalog.json_array_elements($1::json) w) named
  JOIN pg_catalog.pg_namespace n ON n.nspname = named.schema COLLATE "C"
  JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relname = named.name COLLATE "C"
WHERE c.relkind = 'v' OR c.relrowsecurity
  OR EXISTS (SELECT FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attgenerated = 'v')`
