import type { DuckDBConnection } from '@duckdb/node-api'
import { defined } from '../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { StepError } from '../columns/step.ts'
import { placeOfCharacters } from './place-in-text.ts'

/** A node of DuckDB's parse tree of a SELECT. */
export type Tree = Readonly<Record<string, unknown>>

/**
 * Parses with DuckDB's own parser, which accepts only SELECTs. Empty values are omitted. @param before text that turns the given text into a SELECT
 * @throws StepError unless that is one SELECT
 */
export async function parseSelect(connection: DuckDBConnection, text: string, before = ''): Promise<Tree> {
  const [first] = (
    await connection.runAndReadAll(
      'SELECT json_serialize_sql($1::VARCHAR, skip_default := true, skip_empty := true, skip_null := true)',
      [`${before}${text}`],
    )
  ).getRows()
  const answer = JSON.parse(String(first?.[0])) as Tree
  if (answer['error'] === true) {
    if (answer['error_type'] === 'not implemented') throw refused(sentence`Only a SELECT can be a step.`)
    const place = answer['position'] === undefined ? undefined : Number(answer['position'])
    const position = placeOfCharacters({ before, text }, place)
    throw new StepError(
      defined({
        code: 'SQL_INVALID',
        message: sentence`The SQL cannot be read: ${String(answer['error_message'])}.`,
        position,
      }),
    )
  }
  const [statement, ...others] = listOf(answer['statements'])
  if (!isTree(statement) || others.length > 0) throw refused(sentence`The SQL must be one SELECT.`)
  return statement
}

/** Visits every node below, from the outside in. */
export function walk(value: unknown, visit: (node: Tree) => void): void {
  if (Array.isArray(value)) for (const item of value) walk(item, visit)
  else if (isTree(value)) {
    visit(value)
    for (const item of Object.values(value)) walk(item, visit)
  }
}

/** Whether expressions have a window, such as `row_number() OVER ()`, whose value depends on other rows. */
export function seesOtherRows(expressions: readonly Tree[]): boolean {
  let hasWindow = false
  walk(expressions, (node) => {
    hasWindow ||= node['class'] === 'WINDOW'
  })
  return hasWindow
}

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const refused = (message: Sentence, hint?: Sentence, position?: number) =>
  new StepError(defined({ code: 'SQL_NOT_ALLOWED', message, hint, position }))
