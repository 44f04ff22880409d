import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { type FieldWriting, type LoadedRows, loadStatement } from '../rows/field-writing.ts'
import { InsertStatements } from '../rows/insert-statements.ts'
import { mysqlProblem, withoutInternalNames } from '../session/mysql-problem.ts'

/** Writes the text of rows into the staging table. */
export interface RowIntake {
  /** Takes ownership of the text; chunks may split rows. False: wait for `drained`. */
  write(text: Buffer): boolean
  drained(): Promise<void>
  /** Rejects as soon as a refused row is known. */
  readonly failure: Promise<never>
  /** @returns the number of rows counted by the server. @throws ConnectorError when a row was refused or changed */
  finish(): Promise<number>
  /** Ends the sessions that it has opened itself. */
  abandon?(): Promise<void>
}

export interface IntakeOptions extends LoadedRows {
  /** Maps a row number of this intake to the number among all rows, if there are several intakes. */
  readonly numberOf?: (row: number) => number
  /** The rows are a part of a transaction that is already open. */
  readonly isWithin?: true
}

/** `LOAD DATA LOCAL`: the fastest way. The server turns errors into warnings there, so every warning counts as an error. */
export async function infileIntake(
  session: MysqlSession,
  { numberOf = (row) => row, ...rows }: IntakeOptions,
): Promise<RowIntake> {
  const infile = await session.loadData(loadStatement(rows))
  // Only with REPLACE does the server refuse a row by an error.
  const done = infile.done.catch((error: unknown) => {
    throw isAboutRow(error) ? rowError(error, { ...rows, numberOf }) : error
  })
  done.catch(() => {})
  return {
    write: (text) => infile.write(text),
    drained: () => infile.drained(),
    failure: done.then(() => new Promise<never>(() => {})),
    async finish() {
      infile.end()
      const outcome = await done
      const count = (name: string) => Number(new RegExp(`${name}: (\\d+)`).exec(outcome.info)?.[1] ?? Number.NaN)
      const warnings = Math.max(outcome.warnings, count('Warnings')) + count('Skipped')
      const refused = await refusedBy(session, warnings, { ...rows, numberOf })
      if (refused) throw refused
      return count('Records')
    },
  }
}

/** INSERT statements, one after the other, in one transaction; a few of them may be queued. */
export async function insertIntake(
  session: MysqlSession,
  { table, fields, replaces, isWithin }: IntakeOptions,
): Promise<RowIntake> {
  const [row] = await session.query('SELECT @@max_allowed_packet AS largest')
  const statements = new InsertStatements(table, fields, replaces, Number(row?.['largest']))
  if (!isWithin) await session.query('START TRANSACTION')
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => {})
  let work: Promise<void> = Promise.resolve()
  let waiting = 0
  let rows = 0
  const placed = { fields, numberOf: (row: number) => rows + row }
  const add = ({ statement, rows: more }: { statement: Buffer; rows: number }) => {
    waiting++
    work = work.then(async () => {
      const outcome = await session.execute(statement).catch((error: unknown) => {
        throw rowError(error, placed)
      })
      const refused = await refusedBy(session, outcome.warnings, placed)
      if (refused) throw refused
      rows += more
      waiting--
    })
    work.catch(failure.reject)
  }
  return {
    write(text) {
      for (const statement of statements.push(text)) add(statement)
      return waiting <= MAX_WAITING
    },
    drained: () => work.catch(() => {}),
    failure: failure.promise,
    async finish() {
      for (const statement of statements.take()) add(statement)
      await work
      if (!isWithin) await session.query('COMMIT')
      return rows
    },
  }
}

const MAX_WAITING = 2

interface PlacedRows {
  readonly fields: readonly FieldWriting[]
  readonly numberOf: (row: number) => number
}

/**
 * What a later version will not have: a character set, a name for it, a word. It says nothing about a value. Source: MySQL, "Server Error Message
 * Reference".
 */
const DEPRECATIONS = ['1287', '1681', '3719', '3720', '3778']

/**
 * The server's message about the first affected row, converted to the error that it should have been, because even in strict mode some changes of
 * values cause only a note: digits after the point, spaces at the end.
 */
async function refusedBy(
  session: MysqlSession,
  warnings: number,
  placed: PlacedRows,
): Promise<ConnectorError | undefined> {
  if (warnings === 0) return undefined
  const warned = await session.query('SHOW WARNINGS')
  const row = warned.find(({ Code }) => !DEPRECATIONS.includes(Code ?? ''))
  // The server counts more than it tells.
  if (!row && warned.length >= warnings) return undefined
  const refusal = Object.assign(new Error(row?.['Message'] ?? 'the server refused a row and does not say why'), {
    errno: Number(row?.['Code'] ?? 1366),
  })
  return rowError(refusal, placed)
}

/** The server reports a row, by its number among all rows. */
export class RefusedRow extends ConnectorError {
  readonly row: number

  constructor(row: number, ...rest: ConstructorParameters<typeof ConnectorError>) {
    super(...rest)
    this.row = row
  }
}

const AT_ROW = / at row (\d+)/

const isAboutRow = (error: unknown): error is Error => error instanceof Error && AT_ROW.test(error.message)

const CALENDAR_HINT = sentence`A date of MySQL has a year up to 9999, and is neither infinite nor before the year 0. Change such values by a step, let the stream keep refused rows aside, or make the column a text.`

/** Names the row by its number among all rows, and the column, if the server does. */
function rowError(error: unknown, { fields, numberOf }: PlacedRows): ConnectorError {
  const problem = mysqlProblem(error, 'destination')
  const refusal = error instanceof Error ? error.message : ''
  const row = AT_ROW.exec(refusal)?.[1]
  if (row === undefined) return new ConnectorError(problem, { cause: error })
  const column = /for column (?:`[^`]*`\.`[^`]*`\.)?[`']([^`']+)[`']/.exec(refusal)?.[1]
  const number = numberOf(Number(row))
  const [, empty] = /(?:NOT NULL column|^Column) '([^']+)'(?: at row| cannot be null)/.exec(refusal) ?? []
  const rule = withoutInternalNames(refusal.replace(/ at row \d+$/, '')).slice(0, 500)
  const isCalendar = fields.some((field) => field.column === column && field.isCalendar)
  return new RefusedRow(
    number,
    {
      ...problem,
      ...defined({ hint: isCalendar ? CALENDAR_HINT : problem.hint }),
      code: problem.code === 'DATABASE_ERROR' ? 'VALUE_NOT_REPRESENTABLE' : problem.code,
      message:
        empty !== undefined
          ? sentence`Row ${number}: the column "${empty}" of the target does not accept empty values.`
          : column === undefined
            ? sentence`Row ${number}: the target cannot hold the value (${rule}).`
            : sentence`Row ${number}, column "${column}": the target cannot hold the value (${rule}).`,
    },
    { cause: error },
  )
}
