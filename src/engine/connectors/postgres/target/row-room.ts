import { sentence } from '../../../../core/catalog/sentence.ts'
import type { RowChecks, RowProblem } from '../../../ports/target.ts'
import type { Field } from '../../../ports/value-type.ts'
import { type ColumnLimit, rowChecks } from '../../shared/row-limits.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'

/** Values of more bytes than this are stored elsewhere, with a pointer in the row. Source: PostgreSQL, "TOAST"; `heaptoast.c`. */
const LARGEST_IN_ROW = 24
const POINTER = 18
/** A text with fewer different characters than the first may be compressed so much that it is smaller than its pointer. */
const LEAST_VARIED = 8
const COMPRESSED = 12
/** Of a row without NULL, and of a page with one row. Source: `htup_details.h`, SizeofHeapTupleHeader and MaxHeapTupleSize. */
const ROW_HEADER = 24
const PAGE_HEADER = 32

/** Bytes of types of one size. Source: PostgreSQL, "Data Types". */
const SIZES: Readonly<Record<string, number>> = {
  boolean: 1,
  smallint: 2,
  integer: 4,
  bigint: 8,
  real: 4,
  'double precision': 8,
  oid: 4,
  money: 8,
  date: 4,
  interval: 16,
  uuid: 16,
}

interface Written {
  readonly written: readonly string[]
  /** Of the columns, as they will be. */
  readonly types: readonly string[]
  readonly limits: readonly ColumnLimit[]
}

/** Checks values column by column, and rows with very many columns as a whole. */
export async function checksOfRows(
  session: Pick<PostgresSession, 'query'>,
  { written, types, limits }: Written,
): Promise<RowChecks> {
  const checks = rowChecks(limits)
  const most = written.length * LARGEST_IN_ROW + ROW_HEADER
  if (most <= LEAST_ROOM) return checks
  const [page] = await session.query('SHOW block_size')
  const room = Number(page?.['block_size']) - PAGE_HEADER
  if (most <= room) return checks
  const refuses = (row: readonly Field[]): RowProblem | undefined => checks.refuses(row) ?? refuseLarge(row)
  return { ...checks, refuses }

  function refuseLarge(row: readonly Field[]): RowProblem | undefined {
    let size = ROW_HEADER + (row.includes(null) ? Math.ceil(row.length / 8) : 0)
    let largest = { at: 0, size: 0 }
    for (const [at, text] of row.entries()) {
      const own = text === null ? 0 : leastSize(types[at] ?? '', text)
      size += own
      if (own > largest.size) largest = { at, size: own }
    }
    if (size <= room) return undefined
    return {
      column: written[largest.at] ?? '',
      rule: sentence`is in a row of at least ${size} bytes; Postgres keeps each row in one page, which has room for ${room}`,
    }
  }
}

/** Of the smallest pages with which a server can be built. */
const LEAST_ROOM = 1_024 - PAGE_HEADER

/** The bytes that a value takes in its row at least; gaps between values are not counted. */
function leastSize(type: string, text: string): number {
  if (type.endsWith('[]')) return 1
  const size = SIZES[type] ?? (type.startsWith('time') ? 8 : undefined)
  if (size !== undefined) return size
  // A character may be one byte, in other encodings than UTF-8.
  if (/^(text|character)/.test(type)) return inRow(1 + text.length, text)
  if (type.startsWith('numeric')) return inRow(3 + 2 * groupsOf(text), text)
  return 1
}

const inRow = (bytes: number, text: string) => {
  if (bytes <= LARGEST_IN_ROW) return bytes
  return new Set(text).size < LEAST_VARIED ? COMPRESSED : POINTER
}

/** A number is stored in groups of four digits, counted from its point. */
function groupsOf(text: string): number {
  const [, whole = '', fraction = ''] = /^-?0*(\d*)(?:\.(\d*?)0*)?$/.exec(text) ?? []
  if (whole === '') return Math.ceil(fraction.replace(/^(0000)+/, '').length / 4)
  const groups = Math.ceil(whole.length / 4) + Math.ceil(fraction.length / 4)
  return fraction === '' ? Math.ceil(whole.length / 4) - Math.floor((/0*$/.exec(whole)?.[0].length ?? 0) / 4) : groups
}
