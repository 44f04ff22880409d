import type { RunMode } from '../../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../../core/catalog/defined.ts'
import { type DryRunRows, type RowChange, SHOWN_CHARACTERS, SHOWN_ROWS } from '../../../ports/dry-run.ts'
import type { MysqlSession, TextRow } from '../driver/mysql-session.ts'
import { geometryText, isGeometry } from '../rows/geometry-text.ts'
import { type ComparedColumn, cell, rowHash } from '../rows/row-hash.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { OWN_KEY } from '../write/vanished-rows.ts'

export interface Comparison {
  /** The temporary table with the new rows, as SQL; of several upsert rows with one key only the last one. */
  readonly staging: string
  /** As SQL; absent if there is no target yet. */
  readonly target?: string
  /** A name for a temporary table, as SQL. */
  readonly pairs: string
  readonly mode: RunMode
  /** In the order of display. */
  readonly columns: readonly ComparedColumn[]
  /** Columns that identify rows; without any, a different row counts as one removed and one new row. */
  readonly key: readonly string[]
  /** The temporary table with the keys of rows that have vanished from the source, as SQL, and whether they would be marked. */
  readonly vanished?: { readonly keys: string; readonly areMarked: boolean }
}

/**
 * Compares the staged rows with the existing rows, as multisets: every row becomes a hash, equal rows of both sides cancel each other out, and the
 * rest is paired by its key, as the server compares keys. No statement names a temporary table twice, because MySQL does not allow it.
 */
export async function compareRows(session: MysqlSession, comparison: Comparison): Promise<DryRunRows> {
  const { staging, target, mode, columns } = comparison
  const names = columns.map(({ name }) => name)
  const [counted] = await session.query(`SELECT COUNT(*) AS coming FROM ${staging}`)
  const coming = Number(counted?.['coming'])
  if (target === undefined || mode === 'append') {
    const rows = await session.query(`SELECT ${shown(columns)} FROM ${staging} LIMIT ${SHOWN_ROWS}`)
    return {
      difference: { created: coming, changed: 0, removed: 0, unchanged: 0 },
      columns: names,
      sample: rows.map((row) => ({ after: cellsOf(row, columns) })),
    }
  }
  await session.query(pairsStatement({ ...comparison, target }))
  const [counts] = await session.query(
    `SELECT SUM(more - LEAST(more, less)) AS created, SUM(LEAST(more, less)) AS changed, SUM(less - LEAST(more, less)) AS removed
     FROM ${comparison.pairs}`,
  )
  const count = (name: string) => Number(counts?.[name] ?? 0)
  const areMarked = comparison.vanished?.areMarked === true
  const difference = {
    created: count('created'),
    changed: count('changed'),
    removed: areMarked ? 0 : count('removed'),
    ...defined({ marked: areMarked ? count('removed') : undefined }),
  }
  return {
    difference: { ...difference, unchanged: coming - difference.created - difference.changed },
    columns: names,
    sample: await sampleOf(session, { ...comparison, target }),
  }
}

/** One row for each key with a difference: a hash of a new row and of a removed row, and the number of each. */
function pairsStatement({ staging, target, pairs, mode, columns, key, vanished }: Comparison): string {
  const own = key.map((name, index) => `${keyCell(name, columns)} AS k${index}`)
  const keys = own.length > 0 ? own.map((_, index) => `k${index}`) : ['hash']
  const side = (table: string | undefined, sign: number) =>
    `SELECT ${[...own, `${rowHash(columns)} AS hash`, `${sign} AS n`].join(', ')} FROM ${table}`
  const isVanished =
    vanished && own.length > 0
      ? ` OR (${keys.join(', ')}) IN (SELECT ${key.map(quoteIdentifier).join(', ')} FROM ${vanished.keys})`
      : ''
  const alone = own.length > 0 ? [...keys, 'hash'] : keys
  return `CREATE TEMPORARY TABLE ${pairs} (${OWN_KEY}) AS
    SELECT ${own.length > 0 ? `${keys.join(', ')}, ` : ''}MAX(IF(n > 0, hash, NULL)) AS coming, MAX(IF(n < 0, hash, NULL)) AS going,
      SUM(GREATEST(n, 0)) AS more, SUM(GREATEST(-n, 0)) AS less
    FROM (SELECT ${alone.join(', ')}, SUM(n) AS n FROM (${side(staging, 1)} UNION ALL ${side(target, -1)}) both_sides
      GROUP BY ${alone.join(', ')} HAVING SUM(n) <> 0) differing
    GROUP BY ${keys.join(', ')}${mode === 'upsert' ? ` HAVING coming IS NOT NULL${isVanished}` : ''}`
}

/** The server gives a date of a union that is never NULL the default 0000-00-00, which our mode refuses. */
function keyCell(name: string, columns: readonly ComparedColumn[]): string {
  const isMoment = /^(date|timestamp)/.test(columns.find((column) => column.name === name)?.type ?? '')
  return isMoment ? `IF(TRUE, ${quoteIdentifier(name)}, NULL)` : quoteIdentifier(name)
}

/** Rows of every kind alternately, by their key if there is one. */
async function sampleOf(session: MysqlSession, comparison: Comparison): Promise<readonly RowChange[]> {
  const { pairs, staging, target = '', columns, key } = comparison
  const order = key.length > 0 ? `ORDER BY ${key.map((_, index) => `k${index}`).join(', ')} ` : ''
  const kind = (condition: string) =>
    session.query(
      `SELECT HEX(coming) AS coming, HEX(going) AS going FROM ${pairs} WHERE ${condition} ${order}LIMIT ${SHOWN_ROWS}`,
    )
  const kinds = [
    await kind('coming IS NOT NULL AND going IS NOT NULL'),
    await kind('coming IS NULL'),
    await kind('going IS NULL'),
  ]
  const chosen = inTurn(kinds).slice(0, SHOWN_ROWS)
  const after = await rowsWith(session, staging, columns, chosen, 'coming')
  const before = await rowsWith(session, target, columns, chosen, 'going')
  return chosen.map(({ coming, going }): RowChange => {
    const [old, fresh] = [before.get(going ?? ''), after.get(coming ?? '')]
    return defined({ before: old, after: fresh })
  })
}

const inTurn = (kinds: readonly (readonly TextRow[])[]): readonly TextRow[] =>
  Array.from({ length: SHOWN_ROWS }, (_, place) => kinds.flatMap((rows) => rows.slice(place, place + 1))).flat()

/** Finds rows by their hashes, which needs another scan of all rows. */
async function rowsWith(
  session: MysqlSession,
  table: string,
  columns: readonly ComparedColumn[],
  chosen: readonly TextRow[],
  side: 'coming' | 'going',
): Promise<ReadonlyMap<string, readonly (string | null)[]>> {
  const hashes = chosen.flatMap((row) => row[side] ?? [])
  if (hashes.length === 0) return new Map()
  const rows = await session.query(
    `SELECT DISTINCT HEX(hash) AS hash, ${columns.map((_, index) => `c${index}`).join(', ')}
     FROM (SELECT ${rowHash(columns)} AS hash, ${shown(columns)} FROM ${table}) hashed
     WHERE hash IN (${hashes.map((found) => `X'${found}'`).join(', ')})`,
  )
  return new Map(rows.map((row) => [row['hash'] ?? '', cellsOf(row, columns)]))
}

/** Geometries are whole, because only their bytes make a text. */
const shown = (columns: readonly ComparedColumn[]) =>
  columns
    .map((column, index) =>
      isGeometry(column.type)
        ? `${cell(column)} AS c${index}`
        : `LEFT(${cell(column)}, ${SHOWN_CHARACTERS}) AS c${index}`,
    )
    .join(', ')

const cellsOf = (row: TextRow, columns: readonly ComparedColumn[]) =>
  columns.map(({ type }, index) => {
    const text = row[`c${index}`] ?? null
    return text !== null && isGeometry(type) ? shownGeometry(text) : text
  })

function shownGeometry(digits: string): string {
  const bytes = Buffer.from(digits, 'hex')
  return (geometryText(bytes, 0, bytes.length) ?? digits).slice(0, SHOWN_CHARACTERS)
}
