import type { Condition, Operand } from '../../../ports/pushdown.ts'
import type { Relation } from '../schema/describe-relations.ts'
import { quoteLiteral } from '../schema/quote-identifier.ts'
import { type Pushed, type PushedOperand, pushedValue } from './pushdown-value.ts'

/** A condition in SQL of Postgres; nothing if it could be true for other rows than in the engine. */
export function pushedCondition(relation: Relation, condition: Condition): Pushed | undefined {
  const inner = (of: Condition) => pushedCondition(relation, of)
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
      const value = pushedValue(relation, condition.value)
      return value && value.family !== 'none' ? joined([value], ([sql]) => `(${sql}) IS NULL`) : undefined
    }
    case 'boolean column': {
      const value = pushedValue(relation, condition.value)
      return value?.family === 'boolean' ? joined([value], ([sql]) => `(${sql})`) : undefined
    }
    case 'like': {
      const value = pushedValue(relation, condition.value)
      if (value?.family !== 'text') return undefined
      // With an empty escape, because otherwise Postgres treats a backslash as one.
      return joined([value], ([sql]) => `(${bytewise(sql)} LIKE ${quoteLiteral(condition.pattern)} ESCAPE '')`)
    }
    case 'in': {
      const sides = sidesOf(relation, [condition.value, ...condition.list])
      return joined(sides, ([value, ...list]) => `(${value} IN (${list.join(', ')}))`)
    }
    case 'comparison': {
      const sides = sidesOf(relation, [condition.left, condition.right])
      if (sides[0]?.family === 'uuid' && !['=', '<>'].includes(condition.sign)) return undefined
      return joined(sides, ([left, right]) => `(${left} ${condition.sign} ${right})`)
    }
  }
}

function joined(parts: readonly (Pushed | undefined)[], write: (sql: readonly string[]) => string): Pushed | undefined {
  const known = parts.filter((part) => part !== undefined)
  if (known.length < parts.length || known.length === 0) return undefined
  return { sql: write(known.map(({ sql }) => sql)), outside: known.flatMap(({ outside }) => outside) }
}

const bytewise = (sql = '') => `(${sql})::text COLLATE "C"`

/** Digits of the engine's widest decimal; all sides are cast to it before they are compared. */
const MAX_DIGITS = 38

/** Values that are compared with each other, the first of which is not a constant; empty unless all are of one family. */
function sidesOf(relation: Relation, operands: readonly Operand[]): readonly PushedOperand[] {
  const sorted = operands.map((operand) => ({ operand, value: sideOf(relation, operand) }))
  const family = sorted.find(({ value }) => value)?.value?.family
  if (family === undefined || family === 'none') return []
  const sides = sorted.flatMap(({ operand, value }) => value ?? constantOf(operand, family) ?? [])
  if (sides.length < operands.length) return []
  if (family === 'integer' || family === 'decimal') return fitTogether(sides) ? sides : []
  if (sides.some((side) => side.family !== family)) return []
  return family === 'text' ? sides.map((side) => ({ ...side, sql: bytewise(side.sql) })) : sides
}

function fitTogether(sides: readonly PushedOperand[]): boolean {
  const digits = sides.flatMap((side) => side.digits ?? [])
  const most = (of: 'whole' | 'scale') => Math.max(...digits.map((side) => side[of]))
  return digits.length === sides.length && most('whole') + most('scale') <= MAX_DIGITS
}

function sideOf(relation: Relation, operand: Operand): PushedOperand | undefined {
  if (operand.kind === 'column' || operand.kind === 'masked') return pushedValue(relation, operand)
  if (operand.kind !== 'remainder') return undefined
  const value = pushedValue(relation, operand.of)
  return value?.family === 'integer' ? { ...value, sql: `(${value.sql} % ${operand.by})` } : undefined
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const DAY = /^\d{4}-\d\d-\d\d$/
const MOMENT = /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d(\.\d{1,6})?)?$/

/** A constant beside a value of a family, if both sides read it in the same way. */
function constantOf(operand: Operand, family: PushedOperand['family']): PushedOperand | undefined {
  const constant = (sql: string): PushedOperand => ({ sql, outside: [], family })
  switch (operand.kind) {
    case 'number': {
      const [whole = '', fraction = ''] = operand.text.replace('-', '').split('.')
      return {
        ...constant(`(${operand.text})`),
        digits: { whole: whole.length < 10 ? 10 : 19, scale: fraction.length },
      }
    }
    case 'boolean':
      return family === 'boolean' ? constant(String(operand.isTrue)) : undefined
    case 'text':
      return isSpelledAlike(operand.text, family) ? constant(quoteLiteral(operand.text)) : undefined
    default:
      return undefined
  }
}

function isSpelledAlike(text: string, family: PushedOperand['family']): boolean {
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
