import { defined } from '../../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import type { DefaultValue, OmittedPart, StructurePart } from '../../../ports/table-structure.ts'
import type { TextRow } from '../driver/mysql-session.ts'
import { catalogExpression } from './catalog-expression.ts'
import { tableName } from './table-name-of.ts'

/** Parts of a column of the information schema, whose defaults MariaDB and MySQL write differently. */
export function columnParts(
  row: TextRow,
  isMariaDb: boolean,
): { readonly parts: readonly StructurePart[]; readonly left: readonly OmittedPart[] } {
  const name = row['col'] ?? ''
  const own = { table: tableName(row), name, columns: [name] }
  const extra = row['extra'] ?? ''
  const comment = row['comment'] ?? ''
  const isComputed = /GENERATED/.test(extra) && !/DEFAULT_GENERATED/.test(extra)
  const value = isComputed ? undefined : defaultOf(row, isMariaDb)
  const isNext = value?.kind === 'sql' && /\bnextval\(/i.test(value.sql)
  return {
    parts: [
      ...(value && !isNext ? [{ ...own, kind: 'default' as const, value }] : []),
      ...numberParts(row, own),
      ...(/on update/i.test(extra) ? [{ ...own, kind: 'on_update' as const, precision: digitsOf(row) }] : []),
      ...valueParts(row, own),
      ...(comment === '' ? [] : [{ ...own, kind: 'comment' as const, on: 'table' as const, text: comment }]),
    ],
    left: [
      ...(isNext ? [{ ...own, kind: 'default' as const, reason: NEXT }] : []),
      ...leftOf(row, isComputed).map((reason) => ({ ...own, kind: 'setting' as const, reason })),
    ],
  }
}

const leftOf = ({ extra, srid }: TextRow, isComputed: boolean): readonly Sentence[] => [
  ...(isComputed ? [COMPUTED] : []),
  ...(/\bINVISIBLE\b/i.test(extra ?? '') ? [sentence`The column is invisible at the source, and comes visible.`] : []),
  ...(srid == null ? [] : [sentence`The column accepts places of every reference system, not only of SRID ${srid}.`]),
]

type Own = Pick<StructurePart, 'table' | 'name' | 'columns'>

function numberParts({ extra, type }: TextRow, own: Own): readonly StructurePart[] {
  if (!/auto_increment/i.test(extra ?? '')) return []
  const isWide = /^(bigint.*unsigned|float|double|decimal)/.test(type ?? '')
  return [{ ...own, kind: 'identity', isAlways: false, rules: RULES, ...defined({ isWide: isWide || undefined }) }]
}

/** The texts of `enum('a','b')` and `set('a','b')`. */
function valueParts({ kind, type }: TextRow, own: Own): readonly StructurePart[] {
  if (kind !== 'enum' && kind !== 'set') return []
  return [
    {
      ...own,
      kind: 'values',
      values: listOf(type ?? ''),
      ...defined({ areCombined: kind === 'set' ? true : undefined }),
    },
  ]
}

const RULES = { start: '1', increment: '1', cache: '1', cycles: false }

const COMPUTED = sentence`The column comes with its values; it is not computed by the destination.`

const NEXT = sentence`It takes its numbers from a sequence, which does not come.`

/** The time of the insertion, as both kinds of servers write it. */
const NOW = /^(?:current_timestamp|now)(?:\((\d*)\))?$/i

function digitsOf(row: TextRow): number | undefined {
  const digits = Number(row['digits'] ?? 0)
  return digits > 0 ? digits : undefined
}

function defaultOf(row: TextRow, isMariaDb: boolean): DefaultValue | undefined {
  const { value, kind, extra = '' } = row
  if (value == null || (isMariaDb && value === 'NULL')) return undefined
  if (NOW.test(value)) return { kind: 'now', precision: digitsOf(row) }
  if (isMariaDb) {
    if (/^-?[\d.]+$/.test(value)) return { kind: 'literal', text: value }
    const quoted = /^'((?:[^'\\]|''|\\.)*)'$/s.exec(value)?.[1]
    if (quoted !== undefined) return { kind: 'literal', text: unquoted(quoted) }
    // MySQL takes an expression only in brackets, and bits only without.
    return { kind: 'sql', sql: value.startsWith("b'") ? value : `(${value})`, needs: [] }
  }
  if (/DEFAULT_GENERATED/.test(extra ?? ''))
    return { kind: 'sql', sql: `(${catalogExpression(value, isMariaDb)})`, needs: [] }
  // MySQL writes bits as b'101' and bytes as 0x00FF.
  return /^b'/.test(value) || (/binary$/.test(kind ?? '') && /^0x/.test(value))
    ? { kind: 'sql', sql: value, needs: [] }
    : { kind: 'literal', text: value }
}

const unquoted = (text: string): string =>
  text.replace(/''|\\(.)/gs, (all, escaped) => (all === "''" ? "'" : (ESCAPES[escaped] ?? escaped)))

/** Source: MySQL, "String Literals". */
const ESCAPES: Readonly<Record<string, string>> = { '0': '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\x1a' }

export const listOf = (type: string): readonly string[] =>
  [...type.matchAll(/'((?:[^']|'')*)'/g)].map(([, text = '']) => text.replaceAll("''", "'"))
