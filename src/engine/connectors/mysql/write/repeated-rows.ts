import type { Overlap } from '../../../ports/target-request.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { type ComparedColumn, rowHash } from '../rows/row-hash.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'

interface Staged {
  /** As SQL. */
  readonly staging: string
  readonly target: string
  /** Moved columns that the target already had. */
  readonly columns: readonly ComparedColumn[]
  readonly overlap: Overlap
}

/** Deletes the staged rows that the target already has; of equal rows as many as it has. @returns the number of deleted rows */
export async function dropRepeated(session: MysqlSession, staged: Staged): Promise<number> {
  const read = wereRead(staged)
  if (staged.overlap.key.length === 0) return dropByContent(session, staged, read)
  const { affectedRows } = await session.execute(byKey(staged, read))
  return affectedRows
}

/** A condition over the staged rows, whose columns need a prefix. */
type Condition = (before: string) => string

/** The staged rows that may have been written before. */
function wereRead({ columns, overlap }: Staged): Condition {
  const { cursor, until } = overlap
  const type = columns.find(({ name }) => name === cursor)?.type
  if (cursor === undefined || until === undefined || type === undefined) return () => 'TRUE'
  const { kind } = valueTypeOf(type)
  if (!ORDERED.includes(kind)) return () => 'TRUE'
  const [name, mark] = [quoteIdentifier(cursor), literal(kind, until)]
  return (before) => `(${before}${name} IS NULL OR ${before}${name} <= ${mark})`
}

const ORDERED: readonly string[] = ['integer', 'decimal', 'date', 'timestamp']

/** As text, a number would be compared as a DOUBLE, and large ones would be rounded. */
const literal = (kind: string, text: string) =>
  kind === 'date' || kind === 'timestamp' || !/^-?\d+(\.\d+)?$/.test(text)
    ? quoteLiteral(text.replace(/\+00$/, ''))
    : text

function byKey({ staging, target, columns, overlap: { key, cursor } }: Staged, read: Condition): string {
  const same = key.map((name) => `t.${quoteIdentifier(name)} = s.${quoteIdentifier(name)}`)
  const exactly = columns
    .filter(({ name, isMerging }) => isMerging && (key.includes(name) || name === cursor))
    .map(({ name }) => `BINARY t.${quoteIdentifier(name)} <=> BINARY s.${quoteIdentifier(name)}`)
  const hasMoment = cursor !== undefined && !key.includes(cursor) && columns.some(({ name }) => name === cursor)
  const moment = hasMoment ? [`t.${quoteIdentifier(cursor)} <=> s.${quoteIdentifier(cursor)}`] : []
  return `DELETE s FROM ${staging} s JOIN ${target} t ON ${[...same, ...exactly, ...moment, read('s.')].join(' AND ')}`
}

async function dropByContent(session: MysqlSession, staged: Staged, read: Condition): Promise<number> {
  const { staging, target, columns } = staged
  const hash = rowHash(columns)
  const rows = await session.query(
    `SELECT HEX(hash) AS hash, SUM(coming) AS coming, SUM(there) AS there FROM (
       SELECT ${hash} AS hash, 1 AS coming, 0 AS there FROM ${staging} WHERE ${read('')}
       UNION ALL SELECT ${hash}, 0, 1 FROM ${target}${recent(staged)}) both_sides
     GROUP BY hash HAVING SUM(coming) > 0 AND SUM(there) > 0`,
  )
  let dropped = 0
  for (let at = 0; at < rows.length; at += HASHES_AT_ONCE) {
    const some = rows.slice(at, at + HASHES_AT_ONCE)
    const whole = some.filter(({ coming, there }) => Number(coming) <= Number(there))
    const list = whole.map((row) => `X'${row['hash']}'`).join(', ')
    if (list !== '')
      dropped += (await session.execute(`DELETE FROM ${staging} WHERE ${hash} IN (${list}) AND ${read('')}`))
        .affectedRows
    for (const { hash: found, there } of some.filter((row) => !whole.includes(row)))
      dropped += (
        await session.execute(
          `DELETE FROM ${staging} WHERE ${hash} = X'${found}' AND ${read('')} LIMIT ${Number(there)}`,
        )
      ).affectedRows
  }
  return dropped
}

/** A statement stays below the smallest packet size of servers. */
const HASHES_AT_ONCE = 5_000

/** Rows of the target from before the overlap were not read again. */
function recent({ staging, columns, overlap: { cursor } }: Staged): string {
  if (cursor === undefined || !columns.some(({ name }) => name === cursor)) return ''
  const quoted = quoteIdentifier(cursor)
  return ` WHERE ${quoted} >= (SELECT MIN(${quoted}) FROM ${staging}) OR ${quoted} IS NULL`
}
