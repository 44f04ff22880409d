import type { Condition, Operand } from '../../../ports/pushdown.ts'
import { type Family, MAX_DIGITS, type PushdownDialect, type Pushed, type PushedOperand } from './pushed-operand.ts'

/** A condition in SQL of the dialect; nothing if it could be true for other rows than in the engine. */
export function pushedCondition(dialect: PushdownDialect, condition: Condition): Pushed | undefined {
  const inner = (of: Condition) => pushedCondition(dialect, of)
  switch (condition.kind) {
    case 'and':
    case 'or':
      return joined(
        condition.conditions.map(inner),
        (parts) => `(${parts.join(condition.kind === 'and' ? ' AND ' : ' OR ')})`,
      )
    case 'not':
      return joined([inner(condition.condition)], ([part]) => `(NOT ${part})`)
    case 'missing': {
      const value = dialect.valueOf(condition.value)
      return value && value.family !== 'none' ? joined([value], ([sql]) => `(${sql}) IS NULL`) : undefined
    }
    case 'boolean column': {
      const value = dialect.valueOf(condition.value)
      return value?.family === 'boolean' ? joined([value], ([sql]) => `(${sql})`) : undefined
    }
    case 'like':
      return likeness(dialect, condition)
    case 'in': {
      const sides = sidesOf(dialect, [condition.value, ...condition.list])
      return joined(sides, ([value, ...list]) => `(${value} IN (${list.join(', ')}))`)
    }
    case 'comparison': {
      const sides = sidesOf(dialect, [condition.left, condition.right])
      if (sides[0]?.family === 'uuid' && !['=', '<>'].includes(condition.sign)) return undefined
      return joined(sides, ([left, right]) => `(${left} ${condition.sign} ${right})`)
    }
  }
}

function likeness(
  dialect: PushdownDialect,
  { value, pattern }: Extract<Condition, { kind: 'like' }>,
): Pushed | undefined {
  const text = dialect.valueOf(value)
  const sql = text?.family === 'text' ? dialect.like(text.sql, pattern) : undefined
  return text && sql !== undefined ? { sql: `(${sql})`, outside: text.outside } : undefined
}

function joined(parts: readonly (Pushed | undefined)[], write: (sql: readonly string[]) => string): Pushed | undefined {
  const known = parts.filter((part) => part !== undefined)
  if (known.length < parts.length || known.length === 0) return undefined
  return { sql: write(known.map(({ sql }) => sql)), outside: known.flatMap(({ outside }) => outside) }
}

/** Values that are compared with each other, the first of which is not a constant; empty unless all are of one family. */
function sidesOf(dialect: PushdownDialect, operands: readonly Operand[]): readonly PushedOperand[] {
  const sorted = operands.map((operand) => ({ operand, value: sideOf(dialect, operand) }))
  const family = sorted.find(({ value }) => value)?.value?.family
  if (family === undefined || family === 'none') return []
  const sides = sorted.flatMap(({ operand, value }) => value ?? constantOf(dialect, operand, family) ?? [])
  if (sides.length < operands.length) return []
  if (family === 'integer' || family === 'decimal') return fitTogether(sides) ? sides : []
  if (sides.some((side) => side.family !== family)) return []
  return family === 'text' ? sides.map((side) => ({ ...side, sql: dialect.bytewise(side.sql) })) : sides
}

function fitTogether(sides: readonly PushedOperand[]): boolean {
  const digits = sides.flatMap((side) => side.digits ?? [])
  const most = (of: 'whole' | 'scale') => Math.max(...digits.map((side) => side[of]))
  return digits.length === sides.length && most('whole') + most('scale') <= MAX_DIGITS
}

function sideOf(dialect: PushdownDialect, operand: Operand): PushedOperand | undefined {
  if (operand.kind === 'column' || operand.kind === 'masked') return dialect.valueOf(operand)
  if (operand.kind !== 'remainder') return undefined
  const value = dialect.valueOf(operand.of)
  return value?.family === 'integer' ? { ...value, sql: `(${value.sql} % ${operand.by})` } : undefined
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const DAY = /^\d{4}-\d\d-\d\d$/
const MOMENT = /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d(\.\d{1,6})?)?$/

/** A constant beside a value of a family, if both sides read it in the same way. */
function constantOf(dialect: PushdownDialect, operand: Operand, family: Family): PushedOperand | undefined {
  const constant = (sql: string): PushedOperand => ({ sql, outside: [], family })
  switch (operand.kind) {
    case 'number': {
      if (family !== 'integer' && family !== 'decimal') return undefined
      const [whole = '', fraction = ''] = operand.text.replace('-', '').split('.')
      return {
        ...constant(`(${operand.text})`),
        digits: { whole: whole.length < 10 ? 10 : 19, scale: fraction.length },
      }
    }
    case 'boolean':
      return family === 'boolean' ? constant(String(operand.isTrue)) : undefined
    case 'text':
      return isSpelledAlike(operand.text, family) ? constant(dialect.literal(operand.text, family)) : undefined
    case 'moment':
      return ['date', 'timestamp', 'timestamptz'].includes(family) && isSpelledAlike(operand.text, family)
        ? constant(dialect.literal(operand.text, family))
        : undefined
    default:
      return undefined
  }
}

function isSpelledAlike(text: string, family: Family): boolean {
  switch (family) {
    case 'text':
      return true
    case 'uuid':
      return UUID.test(text)
    case 'date':
      return DAY.test(text) && isInCalendar(text)
    case 'timestamp':
    case 'timestamptz':
      return MOMENT.test(text) && isInCalendar(text)
    default:
      return false
  }
}

function isInCalendar(text: string): boolean {
  const [day = '', time = '00:00:00'] = text.split(' ')
  const moment = new Date(`${day}T${time.slice(0, 8)}Z`)
  return (
    !day.startsWith('0000') &&
    !Number.isNaN(moment.getTime()) &&
    moment.toISOString().startsWith(`${day}T${time.slice(0, 8)}`)
  )
}
