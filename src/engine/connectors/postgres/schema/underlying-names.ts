import type { UnderlyingNames } from '../../../ports/source.ts'
import { namesInExpression } from '../../sql/names-in-expression.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import type { Relation } from './describe-relations.ts'

/** A relation and the position of a column in it. */
type Place = readonly [oid: number, position: number]

interface View {
  /** Of each column, whether it is one of a relation, unchanged; a position repeats where a part of the query has as many columns. */
  readonly origins: ReadonlyMap<number, readonly Place[]>
  /** Every column that its query mentions. */
  readonly mentioned: readonly Place[]
  /** A function of somebody may read any table; so may those of the server that take a query, and its own tables have samples of values. */
  readonly asksFunctions: boolean
}

/**
 * The names, in the tables behind, of the columns of views: by the stored queries of the views, through views of views. What is computed counts as
 * made from every column that its view mentions.
 * Source: `pg_rewrite.ev_action` and `pg_depend`, which every account may read.
 */
export async function underlyingNames(
  session: PostgresSession,
  relations: readonly Relation[],
): Promise<(view: Relation, column: string) => UnderlyingNames> {
  const oids = relations.filter(isView).map(({ oid }) => oid)
  const rows = oids.length > 0 ? await session.query(STATEMENT, [`{${oids.join(',')}}`]) : []
  const views = new Map<number, View>()
  const names = new Map<string, readonly string[]>()
  const positions = new Map<string, number>()
  for (const { view, tree, columns, own, functions } of rows) {
    for (const [name, position] of JSON.parse(own ?? '[]') as readonly (readonly [string, number])[])
      positions.set(`${view}/${name}`, position)
    const mentioned = JSON.parse(columns ?? '[]') as readonly (readonly [...Place, name: string, made: string | null])[]
    for (const [oid, position, name, made] of mentioned)
      names.set(`${oid}/${position}`, [name, ...namesInExpression(made ?? '')])
    views.set(Number(view), {
      origins: originsIn(tree ?? ''),
      mentioned: mentioned.map(([oid, position]) => [oid, position]),
      asksFunctions: functions === 't',
    })
  }

  const found = new Map<string, UnderlyingNames>()
  const behind = ([oid, position]: Place): UnderlyingNames => {
    const key = `${oid}/${position}`
    const known = found.get(key)
    if (known) return known
    const view = views.get(oid)
    if (!view) return names.get(key) ?? 'unknown'
    const origins = view.origins.get(position) ?? []
    const isPlain = origins.length > 0 && origins.every(([relation]) => relation !== 0)
    const made =
      !isPlain && view.asksFunctions ? ('unknown' as const) : together((isPlain ? origins : view.mentioned).map(behind))
    found.set(key, made)
    return made
  }
  // The server writes numbers of objects as texts in JSON.
  return ({ oid }, column) => behind([Number(oid), positions.get(`${oid}/${column}`) ?? 0])
}

export const isView = ({ kind }: Pick<Relation, 'kind'>): boolean => kind === 'view' || kind === 'materialized view'

function together(parts: readonly UnderlyingNames[]): UnderlyingNames {
  const names = new Set<string>()
  for (const part of parts) {
    if (part === 'unknown') return part
    for (const name of part) names.add(name)
  }
  return [...names]
}

/** A column of a result in a stored query: its position, and the column of a relation that it is, unchanged. */
const RESULT_COLUMN =
  /:resno (\d+) :resname (?:[^\\ ]|\\.)+ :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk false/g

const originsIn = (tree: string): View['origins'] =>
  new Map(
    [...Map.groupBy(tree.matchAll(RESULT_COLUMN), ([, position]) => Number(position))].map(([position, columns]) => [
      position,
      columns.map(([, , relation, column]) => [Number(relation), Number(column)] as const),
    ]),
  )

/** The highest number of what the server itself has. Source: PostgreSQL, `FirstNormalObjectId`. */
const LAST_OF_SERVER = 16_383

/** A row as a value (`varattno` 0) has all columns of its relation. */
const STATEMENT = `
WITH RECURSIVE rules AS (
  SELECT r.oid, r.ev_class, r.ev_action::text AS tree FROM pg_catalog.pg_rewrite r
  WHERE r.ev_type = '1' AND r.ev_class = ANY ($1::oid[])
  UNION
  SELECT r.oid, r.ev_class, r.ev_action::text FROM rules
    JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = rules.oid
      AND d.refclassid = 'pg_catalog.pg_class'::regclass AND d.refobjid <> rules.ev_class
    JOIN pg_catalog.pg_rewrite r ON r.ev_type = '1' AND r.ev_class = d.refobjid
)
SELECT rules.ev_class AS view, rules.tree,
  (SELECT pg_catalog.json_agg(DISTINCT pg_catalog.jsonb_build_array(a.attrelid::bigint, a.attnum, a.attname,
      CASE WHEN a.attgenerated <> '' THEN pg_catalog.pg_get_expr(made.adbin, made.adrelid) END))
    FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_attribute a ON a.attrelid = d.refobjid AND a.attnum > 0 AND NOT a.attisdropped
      AND (a.attnum = d.refobjsubid OR rules.tree LIKE '%:varattno 0 %')
      LEFT JOIN pg_catalog.pg_attrdef made ON made.adrelid = a.attrelid AND made.adnum = a.attnum
    WHERE d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = rules.oid
      AND d.refclassid = 'pg_catalog.pg_class'::regclass AND d.refobjid <> rules.ev_class) AS columns,
  (SELECT pg_catalog.json_agg(pg_catalog.json_build_array(a.attname, a.attnum)) FROM pg_catalog.pg_attribute a
    WHERE a.attrelid = rules.ev_class AND a.attnum > 0) AS own,
  EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = rules.oid
    AND d.refclassid = 'pg_catalog.pg_proc'::regclass)
  OR EXISTS (SELECT FROM pg_catalog.regexp_matches(rules.tree, ':funcid (\\d+) ', 'g') f(ids)
    JOIN pg_catalog.pg_proc p ON p.oid = f.ids[1]::oid WHERE p.provolatile = 'v')
  OR EXISTS (SELECT FROM pg_catalog.regexp_matches(rules.tree, ':relid (\\d+) ', 'g') f(ids) WHERE f.ids[1]::bigint BETWEEN 1 AND ${LAST_OF_SERVER}) AS functions
FROM rules`
