import { describe, expect, it } from 'vitest'

import { MISSING, NEW_RULE, type Rule } from './condition.ts'
import { literalOf, operatorsOf, type ValueKind, valueKindOf, withColumn, withOperator } from './value-kind.ts'

describe('the values of a column', () => {
  it.each<[string | undefined, ValueKind]>([
    ['numeric(14,2)', 'number'],
    ['bigint unsigned', 'number'],
    ['int4', 'number'],
    ['tinyint(1)', 'number'],
    ['DOUBLE PRECISION', 'number'],
    ['hugeint', 'number'],
    ['BOOLEAN', 'boolean'],
    ['date', 'date'],
    ['datetime(6)', 'moment'],
    ['timestamp with time zone', 'moment'],
    ['interval', 'text'],
    ['int4range', 'text'],
    ['character varying(20)', 'text'],
    ['jsonb', 'text'],
    [undefined, 'text'],
  ])('of the type %s are %s', (type, kind) => {
    expect(valueKindOf(type)).toBe(kind)
  })

  it('are what was typed', () => {
    expect(literalOf('number', ' -1.50 ')).toEqual({ kind: 'number', text: '-1.50' })
    expect(literalOf('number', '1,5')).toEqual({ kind: 'text', text: '1,5' })
    expect(literalOf('text', ' 5 ')).toEqual({ kind: 'text', text: ' 5 ' })
    expect(literalOf('boolean', 'true')).toEqual({ kind: 'boolean', text: 'true' })
    expect(literalOf('date', '2026-01-31')).toEqual({ kind: 'text', text: '2026-01-31' })
    expect(literalOf('text', '')).toBe(MISSING)
  })
})

const rule = (changes: Partial<Rule>): Rule => ({ ...NEW_RULE, column: 'a', ...changes })
const text = (value: string) => ({ kind: 'text' as const, text: value })

describe('a rule', () => {
  it('keeps its value for another operator and column, as that reads it', () => {
    const typed = rule({ values: [text('5')] })
    expect(withColumn(typed, 'b', 'number')).toEqual(rule({ column: 'b', values: [{ kind: 'number', text: '5' }] }))
    expect(withOperator(typed, 'between', 'text').values).toEqual([text('5'), MISSING])
    expect(withOperator(typed, 'has-none', 'text').values).toEqual([])
    expect(withOperator(rule({ operator: 'has-none', values: [] }), 'one-of', 'text').values).toEqual([MISSING])
    expect(withOperator(rule({ operator: 'one-of', values: [text('a'), text('b')] }), 'equals', 'text').values).toEqual(
      [text('a')],
    )
  })

  it('looks into texts without upper and lower case at first, and then as chosen', () => {
    const contains = withOperator(rule({}), 'contains', 'text')
    expect(contains.ignoresCase).toBe(true)
    expect(withOperator({ ...contains, ignoresCase: false }, 'ends-with', 'text').ignoresCase).toBe(false)
    expect(withOperator(contains, 'equals', 'text').ignoresCase).toBe(false)
    expect(withOperator(rule({ values: [{ kind: 'number', text: '5' }] }), 'contains', 'number').values).toEqual([
      text('5'),
    ])
  })

  it('asks nothing of a column that its kind does not answer', () => {
    expect(withColumn(rule({ operator: 'contains', values: [text('x')] }), 'b', 'boolean')).toEqual(
      rule({ column: 'b', operator: 'equals', values: [MISSING] }),
    )
    expect(operatorsOf('boolean')).not.toContain('less')
    expect(operatorsOf('date')).not.toContain('contains')
    expect(operatorsOf('text')).toContain('contains')
  })
})
