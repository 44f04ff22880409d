import { defined } from '../../../../core/catalog/defined.ts'
import type { RejectedRow } from '../../../ports/rejected-row.ts'
import { COMMON_TEXT } from '../../../ports/value-type.ts'
import { type Constraint, inRounds, placesOf, reporting } from '../../sql/constraint.ts'
import type { PostgresSession, TextRow } from '../driver/postgres-session.ts'
import { COPY_TEXT, readExpression } from '../rows/copy-statement.ts'
import type { Relation } from '../schema/describe-relations.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { onlyRows } from '../schema/relation-name.ts'
import { haveSameKey, VANISHED, type Vanishing } from './vanished-rows.ts'

/** The staged rows, and the table that they shall get into. */
export interface StagedRows {
  /** As SQL. */
  readonly staging: string
  readonly target: Relation
  /** The columns that are written, in the order of the fields. */
  readonly columns: readonly string[]
  /** Those of them that came in the source server's own notation. */
  readonly nativeText: readonly string[]
  /** Whether the rows of the target stay. */
  readonly keepsRows: boolean
  /** Whether rows that the target has already may be staged, and are left out later: they are no violation. */
  readonly mayRepeat: boolean
  /** Columns by which a row replaces an existing row. */
  readonly key: readonly string[]
  /** Rows of the target that have vanished go, so that their values are free. */
  readonly vanishing?: Vanishing
}

/** How many rows are reported at once. */
const PAGE = 1_000

/**
 * Removes the staged rows that break a constraint of the target, and reports them. Of rows that exclude each other the first one stays.
 * Constraints over columns that are not written are left to the server. @returns the number of removed rows. @throws the server's own errors
 */
export async function removeViolations(
  session: PostgresSession,
  rows: StagedRows,
  reject: (row: RejectedRow) => void,
): Promise<number> {
  const found = await session.query(CONSTRAINTS(session.major), [rows.target.oid])
  const constraints = found
    .map(constraintOf)
    .filter(({ columns }) => columns.every((name) => rows.columns.includes(name)))
    .filter((constraint) => !isKey(constraint, rows.key))
  return inRounds(() => removeOnce(session, rows, constraints, reject))
}

const constraintOf = ({ constraint }: TextRow): Constraint => JSON.parse(constraint ?? '{}')

/** Rows with an existing key replace existing rows. */
const isKey = ({ kind, columns, expressions }: Constraint, key: readonly string[]) =>
  kind === 'unique' &&
  key.length > 0 &&
  expressions.length === key.length &&
  columns.length === key.length &&
  columns.every((name) => key.includes(name))

async function removeOnce(
  session: PostgresSession,
  rows: StagedRows,
  constraints: readonly Constraint[],
  reject: (row: RejectedRow) => void,
): Promise<number> {
  const staged = { ...rows, place: 'ctid', quote: quoteIdentifier }
  const broken = constraints.flatMap((constraint, which) =>
    placesOf(constraint, staged, () => unequal(constraint, rows)).map(
      (places) => `SELECT place, ${which} AS which FROM (${places}) places`,
    ),
  )
  if (broken.length === 0) return 0
  await session.query(
    `CREATE TEMPORARY TABLE IF NOT EXISTS millrace_removed (place tid) ON COMMIT DROP;
     DROP TABLE IF EXISTS pg_temp.millrace_violations;
     CREATE TEMPORARY TABLE millrace_violations ON COMMIT DROP AS
       SELECT pg_catalog.row_number() OVER (ORDER BY row) AS id, row, broken.place, which, false AS has_later
       FROM (SELECT place, pg_catalog.min(which) AS which FROM (${broken.join(' UNION ALL ')}) each GROUP BY place) broken
         JOIN (SELECT place, pg_catalog.row_number() OVER (ORDER BY place) AS row FROM (SELECT ctid AS place FROM ${rows.staging}
           UNION ALL SELECT place FROM pg_temp.millrace_removed) arrived) numbered ON numbered.place = broken.place;
     ALTER TABLE pg_temp.millrace_violations ADD PRIMARY KEY (id)`,
  )
  await noteLater(session, rows)
  const fields = rows.columns.map((name, at) => {
    const column = rows.target.columns.find((own) => own.name === name)
    // In the notation in which it came, because it is sent again in it.
    const format = rows.nativeText.includes(name) ? COPY_TEXT : COMMON_TEXT
    return `${column ? readExpression(column, format) : quoteIdentifier(name)} AS f${at}`
  })
  const report = reporting(constraints, reject)
  for (let after = 0; ; after += PAGE) {
    const page = await session.query(
      `SELECT v.row, v.which, v.has_later, staged.* FROM pg_temp.millrace_violations v
         JOIN (SELECT ctid AS place, ${fields.join(', ')} FROM ${rows.staging}) staged ON staged.place = v.place
       WHERE v.id > ${after} AND v.id <= ${after + PAGE} ORDER BY v.id`,
    )
    for (const row of page)
      report(row['which'], {
        row: Number(row['row']),
        fields: rows.columns.map((_, at) => row[`f${at}`] ?? null),
        ...defined({ isOutdated: row['has_later'] === 't' ? (true as const) : undefined }),
      })
    if (page.length < PAGE) break
  }
  await session.query('INSERT INTO pg_temp.millrace_removed SELECT place FROM pg_temp.millrace_violations')
  return session.execute(`DELETE FROM ${rows.staging} s USING pg_temp.millrace_violations v WHERE s.ctid = v.place`)
}

/** Notes after which of them a row with the same key was staged. */
async function noteLater(session: PostgresSession, { staging, key }: StagedRows): Promise<void> {
  if (key.length === 0) return
  const isSame = key.map(quoteIdentifier).map((name) => `later.${name} = own.${name}`)
  await session.execute(
    `UPDATE pg_temp.millrace_violations v SET has_later = true FROM ${staging} own WHERE own.ctid = v.place
       AND EXISTS (SELECT FROM ${staging} later WHERE ${isSame.join(' AND ')} AND later.ctid > own.ctid)`,
  )
}

function unequal(
  { expressions, definition, nullsAreEqual }: Constraint,
  { staging, target, keepsRows, mayRepeat, key, vanishing }: StagedRows,
): readonly string[] {
  const names = expressions.map((_, at) => `e${at}`)
  const values = expressions.map((expression, at) => `(${expression}) AS e${at}`).join(', ')
  const keys = key.map(quoteIdentifier)
  const isMatch = [
    ...(definition === null ? [] : [`(${definition})`]),
    ...(nullsAreEqual ? [] : expressions.map((expression) => `(${expression}) IS NOT NULL`)),
  ]
  const where = isMatch.length > 0 ? ` WHERE ${isMatch.join(' AND ')}` : ''
  const own = keys.length > 0 ? `ROW(${keys.join(', ')})` : 'ctid'
  const inside = `SELECT place FROM (
    SELECT place, own, pg_catalog.first_value(own) OVER (PARTITION BY ${names.join(', ')} ORDER BY place) AS first
    FROM (SELECT ctid AS place, ${own} AS own, ${values} FROM ${staging}${where}) valued) compared WHERE own IS DISTINCT FROM first`
  if (!keepsRows || mayRepeat) return [inside]
  const isSame = names.map((name) => `there.${name} IS NOT DISTINCT FROM coming.${name}`).join(' AND ')
  const isReplaced =
    keys.length > 0
      ? ` AND NOT EXISTS (SELECT FROM ${staging} replacing WHERE ${keys.map((name) => `replacing.${name} = old.${name}`).join(' AND ')})`
      : ''
  const isGone =
    vanishing && vanishing.handling.column === undefined
      ? ` AND NOT EXISTS (SELECT FROM ${VANISHED} gone WHERE ${haveSameKey(vanishing, 'gone', 'old')})`
      : ''
  return [
    inside,
    `SELECT coming.place FROM (SELECT ctid AS place, ${values} FROM ${staging}${where}) coming
     WHERE EXISTS (SELECT FROM (SELECT ${values} FROM ${onlyRows(target)} old${where === '' ? ' WHERE true' : where}${isReplaced}${isGone}) there WHERE ${isSame})`,
  ]
}

const NAMES = (keys: string, oid: string) =>
  `(SELECT pg_catalog.json_agg(own.attname ORDER BY place) FROM pg_catalog.unnest(${keys}) WITH ORDINALITY keyed (number, place)
     JOIN pg_catalog.pg_attribute own ON own.attrelid = ${oid} AND own.attnum = number)`

/** The constraints of the table with the number $1, the cheapest to check first; each as the JSON of a `Constraint`. */
const CONSTRAINTS = (major: number) => `
SELECT pg_catalog.json_build_object('kind', kind, 'name', name, 'columns', columns, 'expressions', COALESCE(expressions, '[]'),
  'definition', definition, 'nullsAreEqual', COALESCE(nulls_are_equal, false), 'referred', referred) AS constraint
FROM (
  SELECT 0 AS rank, 'filled' AS kind, a.attname::text AS name, pg_catalog.json_build_array(a.attname) AS columns, NULL::json AS expressions,
    NULL::text AS definition, NULL::boolean AS nulls_are_equal, NULL::json AS referred
  FROM pg_catalog.pg_attribute a WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped AND a.attnotnull
  UNION ALL
  SELECT 1, 'check', k.conname, ${NAMES('k.conkey', 'k.conrelid')}, NULL, pg_catalog.pg_get_expr(k.conbin, k.conrelid), NULL, NULL
  FROM pg_catalog.pg_constraint k WHERE k.conrelid = $1 AND k.contype = 'c'${major >= 18 ? ' AND k.conenforced' : ''}
  UNION ALL
  SELECT 2, 'unique', c.relname,
    (SELECT pg_catalog.json_agg(DISTINCT a.attname) FROM pg_catalog.pg_attribute a WHERE a.attrelid = i.indrelid AND a.attnum > 0
      AND (a.attnum = ANY (i.indkey::smallint[]) OR EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_class'::regclass
        AND d.objid = i.indexrelid AND d.refobjid = i.indrelid AND d.refobjsubid = a.attnum))),
    (SELECT pg_catalog.json_agg(pg_catalog.pg_get_indexdef(i.indexrelid, n, true) ORDER BY n) FROM pg_catalog.generate_series(1, i.indnkeyatts) n),
    pg_catalog.pg_get_expr(i.indpred, i.indrelid), ${major >= 15 ? 'i.indnullsnotdistinct' : 'false'}, NULL
  FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = $1 AND i.indisunique AND i.indisvalid
  UNION ALL
  SELECT 3, 'foreign', k.conname, ${NAMES('k.conkey', 'k.conrelid')}, NULL, NULL, NULL,
    pg_catalog.json_build_object('name', k.confrelid::regclass::text, 'schema', n.nspname, 'table', r.relname,
      'columns', ${NAMES('k.confkey', 'k.confrelid')}, 'isItself', k.confrelid = k.conrelid)
  FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class r ON r.oid = k.confrelid JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
  WHERE k.conrelid = $1 AND k.contype = 'f'${major >= 18 ? ' AND k.conenforced' : ''}
) found ORDER BY rank, name`
