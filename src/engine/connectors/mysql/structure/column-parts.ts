import { sentence } from '../../../../core/catalog/sentence.ts'
import type { DefaultValue, LeftPart, StructurePart } from '../../../ports/table-structure.ts'
import type { TextRow } from '../driver/mysql-session.ts'
import { tableName } from './table-name-of.ts'

/** Parts of a column of the information schema, whose defaults MariaDB and MySQL write differently. */
export function columnParts(
  row: TextRow,
  isMariaDb: boolean,
): { readonly parts: readonly StructurePart[]; readonly left: readonly LeftPart[] } {
  const name = row['col'] ?? ''
  const own = { table: tableName(row), name, columns: [name] }
  const extra = row['extra'] ?? ''
  const comment = row['comment'] ?? ''
  const isComputed = /GENERATED/.test(extra) && !/DEFAULT_GENERATED/.test(extra)
  const value = isComputed ? undefined : defaultOf(row, isMariaDb)
  const type = row['type'] ?? ''
  const values = ['enum', 'set'].includes(row['kind'] ?? '') ? listOf(type) : []
  const isWide = /^(bigint.*unsigned|float|double|decimal)/.test(type)
  return {
    parts: [
      ...(value ? [{ ...own, kind: 'default' as const, value }] : []),
      ...(/auto_increment/i.test(extra)
        ? [
            {
              ...own,
              kind: 'identity' as const,
              isAlways: false,
              rules: RULES,
              ...(isWide && { isWide: true as const }),
            },
          ]
        : []),
      ...(/on update/i.test(extra) ? [{ ...own, kind: 'on_update' as const, precision: digitsOf(row) }] : []),
      ...(values.length > 0
        ? [{ ...own, kind: 'values' as const, values, ...(row['kind'] === 'set' && { areCombined: true as const }) }]
        : []),
      ...(comment === '' ? [] : [{ ...own, kind: 'comment' as const, on: 'table' as const, text: comment }]),
    ],
    left: isComputed ? [{ ...own, kind: 'setting', reason: COMPUTED }] : [],
  }
}

const RULES = { start: '1', increment: '1', cache: '1', cycles: false }

const COMPUTED = sentence`The column comes with its values; it is not computed by the destination.`

/** The time of the insertion, as both kinds of servers write it. */
const NOW = /^(?:current_timestamp|now)(?:\((\d*)\))?$/i

function digitsOf(row: TextRow): number | undefined {
  const digits = Number(row['digits'] ?? 0)
  return digits > 0 ? digits : undefined
}

function defaultOf(row: TextRow, isMariaDb: boolean): DefaultValue | undefined {
  const { value, extra = '' } = row
  if (value == null || (isMariaDb && value === 'NULL')) return undefined
  if (NOW.test(value)) return { kind: 'now', precision: digitsOf(row) }
  if (isMariaDb) {
    if (/^-?[\d.]+$/.test(value)) return { kind: 'literal', text: value }
    const quoted = /^'((?:[^'\\]|''|\\.)*)'$/s.exec(value)?.[1]
    if (quoted !== undefined) return { kind: 'literal', text: unquoted(quoted) }
    return { kind: 'sql', sql: value, needs: [] }
  }
  if (/DEFAULT_GENERATED/.test(extra ?? '')) return { kind: 'sql', sql: `(${value})`, needs: [] }
  // MySQL writes bits as b'101'.
  return value.startsWith("b'") ? { kind: 'sql', sql: value, needs: [] } : { kind: 'literal', text: value }
}

const unquoted = (text: string): string => text.replace(/''|\\(.)/gs, (all, escaped) => (all === "''" ? "'" : escaped))

/** The texts of `enum('a','b')`. */
const listOf = (type: string): readonly string[] =>
  [...type.matchAll(/'((?:[^']|'')*)'/g)].map(([, text = '']) => text.replaceAll("''", "'"))
