import { quoteName } from '../duckdb/quote-sql.ts'
import { unescaped } from './field-reading.ts'
import { writingOf } from './field-writing.ts'
import type { BoundColumn } from './relation.ts'

/** The parameter with the organization's salt: it is never part of a statement, an error or a user's query. */
export const SALT = 'salt'

/** How much of a value `partial` shows: a number of characters, and a maximum fraction. */
const SHOWN = { characters: 4, part: 3 }

/** SQL for a masked column; NULL stays NULL. `redact` returns NULL. */
export function maskColumn(column: BoundColumn, method: string): string {
  const text = textOf(column)
  if (method === 'redact') return 'CAST(NULL AS VARCHAR)'
  if (method === 'hash') return `sha256($${SALT}::VARCHAR || (${text}))`
  const shown = `least(${SHOWN.characters}, length(${text}) // ${SHOWN.part})`
  return `repeat('*', length(${text}) - ${shown}) || CASE WHEN ${shown} = 0 THEN '' ELSE right(${text}, ${shown}) END`
}

/** With the spaces at its end that comparisons leave out: they are part of what arrives without a mask. */
function textOf({ name, type, value, raw }: BoundColumn): string {
  const isPadded = value.kind === 'text' && value.padded
  return isPadded && raw !== undefined
    ? `CASE WHEN ${raw} <> '\\N' THEN ${unescaped(raw)} END`
    : writingOf(type).text(quoteName(name))
}
