import { type SentenceValue, sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import { type FoundRows, STAGED_ROWS } from '../../ports/staged-query.ts'

/** Staged rows, as SQL. */
export interface StagedTable {
  readonly staging: string
  /** Written columns, quoted. */
  readonly columns: readonly string[]
}

type TextRow = Readonly<Record<string, string | null>>

/** Runs one SELECT, and nothing else that the text may contain; every value is the server's text. @param most the maximum number of rows */
export type AskStaged = (select: string, limit: number) => Promise<readonly TextRow[]>

/** The SQL before a query, in which the staged rows have a name. */
const before = ({ staging, columns }: StagedTable, list: string) =>
  `WITH ${STAGED_ROWS} AS (SELECT ${columns.join(', ')} FROM ${staging}) SELECT ${list} FROM (\n`

const after = '\n) found'

/** Queries staged rows. @throws ConnectorError with the server's message */
export async function findStaged(ask: AskStaged, table: StagedTable, query: string, limit: number): Promise<FoundRows> {
  const [counted] = await explained(ask(`${before(table, 'COUNT(*) AS found')}${query}${after}`, 1))
  const count = Number(counted?.['found'] ?? 0)
  if (count === 0) return { count, columns: [], rows: [] }
  const found = await explained(ask(`${before(table, '*')}${query}${after}`, limit))
  const columns = Object.keys(found[0] ?? {})
  return { count, columns, rows: found.map((row) => columns.map((name) => row[name] ?? null)) }
}

/** Finds errors in queries while there are no rows. @throws ConnectorError with the server's message */
export async function tryQueries(ask: AskStaged, table: StagedTable, queries: readonly string[]): Promise<void> {
  for (const query of queries) await explained(ask(`${before(table, '*')}${query}${after}`, 0))
}

async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw checkNotExecutable(error.message, error)
  }
}

export const checkNotExecutable = (reason: SentenceValue, cause: unknown) =>
  new ConnectorError(
    {
      code: 'CHECK_NOT_EXECUTABLE',
      message: sentence`The query of a check cannot be executed: ${reason}`,
      hint: sentence`Nothing was changed. Correct the check.`,
      side: 'destination',
    },
    { cause },
  )

/** Errors about the text of a query, in the classes that both servers use: wrong syntax, unknown names, wrong types, missing permissions. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && REFUSAL.test(String('sqlState' in error ? error.sqlState : error.code))

const REFUSAL = /^(42|22|21)/
