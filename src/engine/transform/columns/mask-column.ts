import { quoteName } from '../duckdb/quote-sql.ts'
import { writingOf } from './field-writing.ts'
import type { BoundColumn } from './relation.ts'

/** The parameter with the organization's salt: no statement, error or query of a person ever carries it. */
export const SALT = 'salt'

/** How much of a value `partial` shows, in characters, and at most which part of it. */
const SHOWN = { characters: 4, part: 3 }

/** SQL of a masked column; NULL stays NULL. `redact` leaves nothing. */
export function maskColumn({ name, type }: BoundColumn, method: string): string {
  const text = writingOf(type).text(quoteName(name))
  if (method === 'redact') return 'CAST(NULL AS VARCHAR)'
  if (method === 'hash') return `sha256($${SALT}::VARCHAR || (${text}))`
  const shown = `least(${SHOWN.characters}, length(${text}) // ${SHOWN.part})`
  return `repeat('*', length(${text}) - ${shown}) || CASE WHEN ${shown} = 0 THEN '' ELSE right(${text}, ${shown}) END`
}
