import {
  COMPARISONS,
  type Condition,
  type Group,
  isGroup,
  isPattern,
  type Literal,
  type Pattern,
  type Rule,
} from './condition.ts'
import { sqlName } from './sql-name.ts'

/** The placeholder for a missing column or value. */
const GAP = '?'

/** The condition as SQL; `readCondition` reads it back. No condition becomes the empty text. */
export function writeCondition({ join, items }: Condition): string {
  const written = items.map((item) => (isGroup(item) ? writeGroup(item) : writeRule(item))).filter((sql) => sql !== '')
  return written.join(`\n${join.toUpperCase()} `)
}

/** Parentheses around one rule have no meaning. */
function writeGroup({ join, rules }: Group): string {
  const written = rules.map(writeRule).join(` ${join.toUpperCase()} `)
  return rules.length > 1 ? `(${written})` : written
}

function writeRule(rule: Rule): string {
  const { operator, values } = rule
  const column = rule.column === '' ? GAP : sqlName(rule.column)
  if (isPattern(operator)) return `${column} ${patternOf(operator, rule)}`
  switch (operator) {
    case 'has-none':
      return `${column} IS NULL`
    case 'has-value':
      return `${column} IS NOT NULL`
    case 'between':
      return `${column} BETWEEN ${literalAt(values, 0)} AND ${literalAt(values, 1)}`
    case 'one-of':
    case 'none-of':
      return `${column} ${operator === 'one-of' ? 'IN' : 'NOT IN'} (${values.map(writeLiteral).join(', ') || GAP})`
    default:
      return `${column} ${COMPARISONS[operator]} ${literalAt(values, 0)}`
  }
}

function patternOf(operator: Pattern, { values, ignoresCase }: Rule): string {
  const like = `${operator === 'lacks' ? 'NOT ' : ''}${ignoresCase ? 'ILIKE' : 'LIKE'}`
  const [before, after] = [operator === 'starts-with' ? '' : '%', operator === 'ends-with' ? '' : '%']
  const text = values[0]?.text ?? ''
  if (text === '') return `${like} ${[before && quoted('%'), GAP, after && quoted('%')].filter(Boolean).join(' || ')}`
  const isPlain = !/[%_\\]/.test(text)
  const pattern = quoted(`${before}${text.replaceAll(/[%_\\]/g, '\\$&')}${after}`)
  return isPlain ? `${like} ${pattern}` : `${like} ${pattern} ESCAPE '\\'`
}

const literalAt = (values: readonly Literal[], index: number): string => {
  const literal = values[index]
  return literal ? writeLiteral(literal) : GAP
}

function writeLiteral({ kind, text }: Literal): string {
  if (kind === 'missing') return GAP
  return kind === 'text' ? quoted(text) : text
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
