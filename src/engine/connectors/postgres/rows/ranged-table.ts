import type { RangedTable, RowsBefore, TableRange } from '../../../ports/ranges.ts'
import type { Window } from '../../../ports/source.ts'
import { gapsBetween } from '../../sql/gaps-between.ts'
import type { TextRow } from '../driver/postgres-session.ts'
import type { Relation } from '../schema/describe-relations.ts'
import { quoteLiteral } from '../schema/quote-identifier.ts'
import { sqlName } from '../schema/relation-name.ts'
import type { PushedSelect } from '../source/pushdown-select.ts'
import { windowConditions } from './cursor-window.ts'

/** Before this version, a range of blocks is found by a scan of the whole table. */
const FIRST_WITH_TID_RANGES = 14

/** Transaction numbers are compared modulo 2³²; a larger distance than this could make an older one look younger. */
const LARGEST_DISTANCE = 2_000_000_000

/** Whether blocks identify the rows, and rows alone contain their values: no policies, no types whose names the catalog resolves. */
export const isRangeable = (relation: Relation, columns: readonly string[], major: number): boolean =>
  major >= FIRST_WITH_TID_RANGES &&
  relation.kind === 'table' &&
  relation.storage !== null &&
  !relation.isFiltered &&
  // Places and versions of rows are columns of the system.
  !relation.isPartlyReadable &&
  columns.length > 0 &&
  columns.every((name) => {
    const column = relation.columns.find((known) => known.name === name)
    return column?.isPortable === true && !column.isVirtual
  })

/**
 * Describes a table by its blocks, in the source's snapshot.
 *
 * Why rows can be proven unchanged without reading them: a version of a row is never written twice. It stays at one place of one file
 * (`ctid`) until nobody can see it, and has the number of the transaction that wrote it (`xmin`), even after it is frozen. Every
 * transaction below the oldest one that was running at a snapshot (its horizon) had ended by then. So the rows that a later snapshot sees
 * below that horizon were also visible to the earlier one; if their number is the number that the earlier one read, and no younger rows exist, they are
 * the same rows. Nothing has to be computed during the copy. Also compared, as `storage`: another file (TRUNCATE, VACUUM FULL), columns
 * dropped and added again with a default, and a restart of the server, which may have lost data that was not on disk and may reuse numbers.
 */
export async function describeRangedTable(table: DescribedTable): Promise<RangedTable | undefined> {
  const { relation, columns, identity, pushed, ask, window } = table
  const row = await ask(
    `SELECT am.amname = 'heap' AS heap,
       pg_catalog.pg_relation_size(c.oid) / pg_catalog.current_setting('block_size')::int AS blocks,
       pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot()) AS horizon,
       (SELECT pg_catalog.md5(pg_catalog.string_agg(pg_catalog.concat_ws(' ', a.attnum, a.attname, a.atttypid, a.atttypmod, a.attisdropped, a.attmissingval), ',' ORDER BY a.attnum))
          FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0) AS columns
     FROM pg_catalog.pg_class c JOIN pg_catalog.pg_am am ON am.oid = c.relam WHERE c.oid = ${relation.oid}`,
  )
  if (row['heap'] !== 't') return undefined
  return {
    storage: JSON.stringify([
      identity,
      relation.oid,
      relation.storage,
      row['columns'],
      columns,
      ...madeBy(pushed),
      ...(window ? [window.cursor] : []),
    ]),
    blocks: Number(row['blocks']),
    ranges: async (length, finished) =>
      gapsBetween({ first: 0n, end: BigInt(row['blocks'] ?? 0) }, finished).flatMap((gap) => cut(gap, BigInt(length))),
    history: {
      snapshotId: row['horizon'] ?? '',
      isUnchanged: (range, before) => isUnchanged(table, range, before),
    },
  }
}

function cut({ first, end }: TableRange, length: bigint): readonly TableRange[] {
  const parts: TableRange[] = []
  for (let at = first; at < end; at += length) parts.push({ first: at, end: at + length < end ? at + length : end })
  return parts
}

interface DescribedTable {
  readonly relation: Relation
  readonly columns: readonly string[]
  /** Identifies the database, and this start of its server. */
  readonly identity: string
  /** What is done to its rows before they are sent. */
  readonly pushed?: PushedSelect
  /** Which rows are sent; a later one, which ends later, leaves out no more of the rows that are unchanged. */
  readonly window?: Window
  /** One row of a query result in the source's snapshot. @throws ConnectorError */
  readonly ask: (statement: string) => Promise<TextRow>
}

const madeBy = (pushed: PushedSelect | undefined) => (pushed ? [[...pushed.columns], pushed.where] : [])

/** Rows that were left out may have been deleted since; a changed row is a younger one. */
async function isUnchanged(
  { relation, pushed, ask, window }: DescribedTable,
  range: TableRange,
  before: RowsBefore,
): Promise<boolean> {
  const horizon = quoteLiteral(before.snapshotId)
  const cursor = window && relation.columns.find(({ name }) => name === window.cursor)
  const where = [...(pushed?.where ?? []), ...(window && cursor ? windowConditions(window, cursor) : [])]
  const sent = where.map((sql) => `(${sql})`).join(' AND ') || 'true'
  const row = await ask(
    `SELECT pg_catalog.count(*) FILTER (WHERE ${sent}) AS rows, pg_catalog.count(*) FILTER (WHERE pg_catalog.age(xmin) <= pg_catalog.age(${horizon}::xid8::xid)) AS younger,
       pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())::text::numeric - ${horizon}::numeric < ${LARGEST_DISTANCE} AS comparable
     FROM ONLY ${sqlName(relation)} WHERE ${withinBlocks(range)}`,
  )
  return row['comparable'] === 't' && row['younger'] === '0' && Number(row['rows']) === before.rows
}

/** Found by its position, without a scan of the rest of the table. */
export const withinBlocks = ({ first, end }: TableRange) => `ctid >= '(${first},0)' AND ctid < '(${end},0)'`
