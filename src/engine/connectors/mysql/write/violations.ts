import { defined } from '../../../../core/catalog/defined.ts'
import { RowDecoder } from '../../../formats/common-text/row-decoder.ts'
import type { RejectedRow } from '../../../ports/rejected-row.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import { COMMON_TEXT, type Field } from '../../../ports/value-type.ts'
import { type Constraint, inRounds, placesOf, reporting } from '../../sql/constraint.ts'
import { isMysqlSince8, type MysqlSession } from '../driver/mysql-session.ts'
import { rowReading } from '../rows/row-reading.ts'
import { ZeroDates } from '../rows/zero-dates.ts'
import type { Table } from '../schema/describe-tables.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { sqlName } from '../schema/table-name.ts'
import { constraintsOf } from './constraints.ts'
import { STAGED_ROW } from './plain-staging.ts'

/** The staged rows, in a table of `plainStaging`, and the table that they shall get into. */
export interface StagedRows {
  /** As SQL. */
  readonly staging: string
  readonly target: Table
  /** The columns that are written, with their types in the target, in the order of the fields. */
  readonly columns: readonly SourceColumn[]
  /** Those of them that came in the source server's own notation. */
  readonly nativeText: readonly string[]
  /** Those of them that came as truth values, which are numbers here. */
  readonly booleans: readonly string[]
  /** Whether the rows of the target stay. */
  readonly keepsRows: boolean
  /** Whether rows that the target has already may be staged, and are left out later: they are no violation. */
  readonly mayRepeat: boolean
  /** Columns by which a row replaces an existing row. */
  readonly key: readonly string[]
}

/** How many rows are reported at once. */
const PAGE = 1_000

const FOUND = 'millrace_violations'

/** For a server without windows: of the rows with the same values, the first. */
const FIRST = 'millrace_first'

/**
 * Removes the staged rows that break a constraint of the target, and reports them. Of rows that exclude each other the first one stays.
 * @returns the number of removed rows. @throws the server's own errors
 */
export async function removeViolations(
  session: MysqlSession,
  rows: StagedRows,
  reject: (row: RejectedRow) => void,
): Promise<number> {
  const written = rows.columns.map(({ name }) => name)
  const constraints = (await constraintsOf(session, rows.target))
    .filter(({ columns }) => columns.every((name) => written.includes(name)))
    // There is no unique index but the one by which rows are replaced.
    .filter(({ kind }) => kind !== 'unique' || rows.key.length === 0)
  return inRounds(() => removeOnce(session, rows, constraints, reject))
}

async function removeOnce(
  session: MysqlSession,
  rows: StagedRows,
  constraints: readonly Constraint[],
  reject: (row: RejectedRow) => void,
): Promise<number> {
  await session.query(`DROP TEMPORARY TABLE IF EXISTS ${FOUND}`)
  await session.query(
    `CREATE TEMPORARY TABLE ${FOUND} (${STAGED_ROW} BIGINT UNSIGNED NOT NULL PRIMARY KEY, which INT NOT NULL) ENGINE = InnoDB`,
  )
  let removed = 0
  const staged = { ...rows, place: STAGED_ROW, quote: quoteIdentifier }
  const hasWindows = session.facts.isMariaDb || isMysqlSince8(session.facts)
  for (const [which, constraint] of constraints.entries()) {
    if (constraint.kind === 'unique' && !hasWindows) await noteFirst(session, rows, constraint)
    for (const places of placesOf(constraint, staged, () => unequal(constraint, rows, hasWindows)))
      removed += (await session.execute(`INSERT IGNORE INTO ${FOUND} SELECT place, ${which} FROM (${places}) places`))
        .affectedRows
  }
  if (removed > 0) {
    await reportAll(session, rows, reporting(constraints, reject))
    await session.execute(`DELETE s FROM ${rows.staging} s JOIN ${FOUND} v ON v.${STAGED_ROW} = s.${STAGED_ROW}`)
  }
  await session.query(`DROP TEMPORARY TABLE ${FOUND}`)
  return removed
}

/** Such a server cannot name a temporary table twice in a statement either, as the rows of a dry run are. */
async function noteFirst(session: MysqlSession, { staging }: StagedRows, { expressions }: Constraint): Promise<void> {
  await session.query(`DROP TEMPORARY TABLE IF EXISTS ${FIRST}`)
  await session.query(
    `CREATE TEMPORARY TABLE ${FIRST} (${STAGED_ROW} BIGINT UNSIGNED NOT NULL PRIMARY KEY) ENGINE = InnoDB`,
  )
  await session.execute(
    `INSERT INTO ${FIRST} SELECT MIN(${STAGED_ROW}) FROM ${staging} WHERE ${areFilled(expressions)} GROUP BY ${expressions.join(', ')}`,
  )
}

async function reportAll(session: MysqlSession, rows: StagedRows, report: ReturnType<typeof reporting>): Promise<void> {
  const { staging, key } = rows
  for (let after = 0; ; ) {
    const page = await session.query(
      `SELECT ${STAGED_ROW} AS place, which, ${hasLater({ staging, key })} AS has_later FROM ${FOUND} found WHERE ${STAGED_ROW} > ? ORDER BY ${STAGED_ROW} LIMIT ${PAGE}`,
      [after],
    )
    const last = Number(page.at(-1)?.['place'] ?? 0)
    const fields = page.length > 0 ? await readRows(session, rows, { after, last }) : []
    for (const [at, { place, which, has_later: later }] of page.entries())
      report(which, {
        row: Number(place),
        fields: fields[at] ?? [],
        ...defined({ isOutdated: later === '1' ? (true as const) : undefined }),
      })
    if (page.length < PAGE) return
    after = last
  }
}

/** Whether a row with the same key as one that was found was staged after it. */
function hasLater({ staging, key }: Pick<StagedRows, 'staging' | 'key'>): string {
  if (key.length === 0) return '0'
  const isSame = key.map(quoteIdentifier).map((name) => `later.${name} = own.${name}`)
  return `EXISTS (SELECT 1 FROM ${staging} own JOIN ${staging} later ON ${isSame.join(' AND ')} AND later.${STAGED_ROW} > own.${STAGED_ROW} WHERE own.${STAGED_ROW} = found.${STAGED_ROW})`
}

/** The rows that were found between two places, in the notation in which they came, because they are sent again in it. */
async function readRows(
  session: MysqlSession,
  { staging, columns, nativeText, booleans }: StagedRows,
  { after, last }: { readonly after: number; readonly last: number },
): Promise<readonly (readonly Field[])[]> {
  const reading = rowReading(columns, COMMON_TEXT, nativeText, new ZeroDates('raw'))
  const decoder = new RowDecoder({ showsReplacements: true })
  const rows: (readonly Field[])[] = []
  const statement = `SELECT ${reading.expressions.join(', ')} FROM ${staging}
    WHERE ${STAGED_ROW} IN (SELECT ${STAGED_ROW} FROM ${FOUND}) AND ${STAGED_ROW} > ${after} AND ${STAGED_ROW} <= ${last} ORDER BY ${STAGED_ROW}`
  await reading.run(session, statement, {
    onRow: (bytes, start, end) => {
      const full = reading.makeRoom(start, end)
      if (full) rows.push(...decoder.push(full.frames))
      reading.add(bytes, start, end)
    },
  })
  rows.push(...decoder.push(reading.finish().frames))
  const isBoolean = columns.map(({ name }) => booleans.includes(name))
  return rows.map((row) => row.map((field, at) => (isBoolean[at] ? (BOOLEANS[field ?? ''] ?? field) : field)))
}

/** Common text of what a number means. */
const BOOLEANS: Readonly<Record<string, string>> = { '1': 't', '0': 'f' }

const areFilled = (expressions: readonly string[]) =>
  expressions.map((expression) => `${expression} IS NOT NULL`).join(' AND ')

function unequal(
  { expressions }: Constraint,
  { staging, target, keepsRows, mayRepeat }: StagedRows,
  hasWindows: boolean,
): readonly string[] {
  const isFilled = areFilled(expressions)
  const inside = hasWindows
    ? `SELECT place FROM (SELECT ${STAGED_ROW} AS place, ROW_NUMBER() OVER (PARTITION BY ${expressions.join(', ')} ORDER BY ${STAGED_ROW}) AS nth
    FROM ${staging} WHERE ${isFilled}) numbered WHERE nth > 1`
    : `SELECT ${STAGED_ROW} AS place FROM ${staging} WHERE ${isFilled} AND ${STAGED_ROW} NOT IN (SELECT ${STAGED_ROW} FROM ${FIRST})`
  if (!keepsRows || mayRepeat) return [inside]
  const values = expressions.map((expression, at) => `${expression} AS e${at}`).join(', ')
  const isSame = expressions.map((_, at) => `there.e${at} = coming.e${at}`).join(' AND ')
  return [
    inside,
    `SELECT coming.place FROM (SELECT ${STAGED_ROW} AS place, ${values} FROM ${staging} WHERE ${isFilled}) coming
     WHERE EXISTS (SELECT 1 FROM (SELECT ${values} FROM ${sqlName(target)} WHERE ${isFilled}) there WHERE ${isSame})`,
  ]
}
