import { defined } from '../../../../core/catalog/defined.ts'
import type { LoggedField } from '../../../ports/change-source.ts'
import type { PostgresSession, TextRow } from '../driver/postgres-session.ts'
import { hasNativeText } from '../rows/copy-statement.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'

const TYPES = `SELECT t.oid, pg_catalog.format_type(t.oid, NULL) AS type, t.typtype AS kind, t.typbasetype AS base FROM pg_catalog.pg_type t`

/** What the values of each type of the database are, by its number, as the log has them. */
export async function loggedFields(session: PostgresSession): Promise<ReadonlyMap<number, LoggedField>> {
  const rows = new Map((await session.query(TYPES)).map((row) => [row['oid'] ?? '', row]))
  const baseOf = (row: TextRow): TextRow => {
    const base = row['kind'] === 'd' ? rows.get(row['base'] ?? '') : undefined
    return base ? baseOf(base) : row
  }
  return new Map([...rows].map(([oid, row]) => [Number(oid), fieldOf(row, baseOf(row))]))
}

function fieldOf(own: TextRow, base: TextRow): LoggedField {
  const type = base['type'] ?? ''
  return defined({
    type: own['type'] ?? '',
    value: base['kind'] === 'e' ? ({ kind: 'text' } as const) : valueTypeOf(type),
    isNative: hasNativeText(type) ? (true as const) : undefined,
  })
}
