/** The name of the staged rows in queries over them, as in the SQL of steps. */
export const STAGED_ROWS = 'input'

/** How names and constants are written in the SQL of a system, for queries over staged rows. */
export interface SqlNotation {
  quote(name: string): string
  literal(text: string): string
  /** SQL for the text of a value; equal texts have equal characters. */
  asText(sql: string): string
  /** Texts that differ may be equal for the server: by case, by accents, by spaces at the end. Absent: equal texts have equal characters. */
  readonly comparesLoosely?: true
  /** Whether a query may name the staged rows only once: MySQL opens a temporary table, which a dry run has, no second time. */
  readonly readsOnce?: true
  /** SQL for another table, whose name is as a person wrote it. Absent: only the staged rows can be queried. */
  tableOf?(target: string): string
}

/** The result of a query over staged rows. */
export interface FoundRows {
  /** The number of all rows that it found. */
  readonly count: number
  readonly columns: readonly string[]
  /** The first of them: texts in the notation of the system, in the order of the columns. */
  readonly rows: readonly (readonly (string | null)[])[]
}

/**
 * A query of one SELECT, in which the staged rows are `STAGED_ROWS`.
 * @param most the maximum number of rows to return. @throws ConnectorError with the server's message
 */
export type FindRows = (query: string, limit: number) => Promise<FoundRows>
