import type { RangedTable, TableRange } from '../../../ports/ranges.ts'
import type { ReadRequest, SourceColumn, SourceEntity, SourceRanges } from '../../../ports/source.ts'
import { gapsBetween } from '../../sql/gaps-between.ts'
import { MalformedAnswer } from '../driver/malformed-answer.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { sqlName } from '../schema/table-name.ts'
import { isSummable, type SnapshotQueries } from './snapshot-queries.ts'
import { splitByShares } from './split-by-rows.ts'

/** That of most builds of Postgres, in bytes: the length of a range is a number of these. */
const BLOCK = 8_192

const WHOLE_NUMBER = /^(tiny|small|medium|big)?int\b/

/** The first column of the primary key, by which rows are stored. @returns nothing if its values are no whole numbers */
export const rangeColumn = ({ columns }: Pick<SourceEntity, 'columns'>): SourceColumn | undefined =>
  columns.find(({ keyPosition, type }) => keyPosition === 1 && WHOLE_NUMBER.test(type))

export const hasRanges = (entity: SourceEntity): boolean => isSummable(entity) && rangeColumn(entity) !== undefined

/** The rows of a range as a condition over the bare column, so that the primary key finds them. */
export function withinPlaces({ columns, name }: SourceEntity, { first, end }: TableRange): string {
  const column = rangeColumn({ columns })
  if (!column) throw new Error(`"${name}" has no ranges`)
  const quoted = quoteIdentifier(column.name)
  return `${quoted} >= ${first} AND ${quoted} < ${end}`
}

/** Otherwise the server may sort the rows of a range. */
export const BY_KEY = ' FORCE INDEX (PRIMARY)'

/**
 * Tables are read range by range of their primary key. A later snapshot cannot tell which rows have changed since an earlier one, so that
 * rows are summed.
 */
export const sourceRanges = (
  queries: SnapshotQueries,
  /** Reads rows and passes none on. */
  readOnly: (request: ReadRequest, signal: AbortSignal) => Promise<number>,
): SourceRanges => ({
  get atOnce() {
    return queries.sessions.count
  },
  has: hasRanges,
  async sum(request, signal) {
    let found: string | undefined
    await readOnly(
      {
        ...request,
        onSum(sum) {
          found = sum
        },
      },
      signal,
    )
    return found
  },
  async table(entity, columns) {
    const column = rangeColumn(entity)
    if (!column || !hasRanges(entity) || entity.bytes === undefined) return undefined
    const span = await spanOf(queries, entity, column)
    const blocks = Math.ceil(entity.bytes / BLOCK)
    return span && rangedTable(queries, { entity, columns, column, span, blocks })
  },
})

interface DescribedTable {
  readonly entity: SourceEntity
  readonly columns: readonly string[]
  readonly column: SourceColumn
  readonly span: TableRange
  readonly blocks: number
}

function rangedTable(queries: SnapshotQueries, table: DescribedTable): RangedTable {
  const { entity, columns, column, span, blocks } = table
  const from = `${sqlName(queries.nameOf(entity))}${BY_KEY}`
  const guess = async (range: TableRange) => {
    const [plan] = await queries.query(entity, `EXPLAIN SELECT 1 FROM ${from} WHERE ${withinPlaces(entity, range)}`)
    return Number(plan?.['rows'] ?? 1)
  }
  return {
    storage: JSON.stringify([entity.name, column.name, columns]),
    blocks,
    async ranges(length, finished) {
      return splitByShares({ span, gaps: gapsBetween(span, finished), count: Math.max(blocks, 1) / length }, guess)
    },
  }
}

/** @returns nothing for an empty table. @throws ConnectorError */
async function spanOf(
  queries: SnapshotQueries,
  entity: SourceEntity,
  { name }: SourceColumn,
): Promise<TableRange | undefined> {
  const key = quoteIdentifier(name)
  const table = sqlName(queries.nameOf(entity))
  const [row] = await queries.query(entity, `SELECT MIN(${key}) AS first, MAX(${key}) AS last FROM ${table}`)
  const { first, last } = row ?? {}
  return first == null || last == null ? undefined : { first: wholeNumber(first), end: wholeNumber(last) + 1n }
}

function wholeNumber(text: string): bigint {
  if (!/^-?\d+$/.test(text)) throw new MalformedAnswer()
  return BigInt(text)
}
