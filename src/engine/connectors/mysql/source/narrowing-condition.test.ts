import { describe, expect, it } from 'vitest'

import type { Condition, Operand } from '../../../ports/pushdown.ts'
import type { SourceEntity } from '../../../ports/source.ts'
import { narrowingCondition } from './narrowing-condition.ts'

const entity: SourceEntity = {
  name: 't',
  kind: 'table',
  columns: [
    { name: 'id', type: 'int', nullable: true, value: { kind: 'integer', bits: 32 } },
    { name: 'na`me', type: 'varchar(9)', nullable: true, value: { kind: 'text' } },
    { name: 'at', type: 'datetime', nullable: true, value: { kind: 'timestamp', zoned: false, precision: 0 } },
  ],
}
const column = (name: string): Operand => ({ kind: 'column', name })
const number = (text: string): Operand => ({ kind: 'number', text })
const text = (of: string): Operand => ({ kind: 'text', text: of })
const compare = (left: Operand, sign: '=' | '<' | '<>', right: Operand): Condition => ({
  kind: 'comparison',
  left,
  sign,
  right,
})
const known = compare(column('id'), '<', number('-5'))
const unknown = compare(column('at'), '<', text('2024-01-01'))

describe('a condition of a preview in MySQL', () => {
  it.each<[string, Condition, string]>([
    ['numbers', known, '`id` < -5'],
    ['equal texts', compare(column('na`me'), '=', text("o'\\")), "`na``me` = 'o''\\\\'"],
    ['lists', { kind: 'in', value: column('id'), list: [number('1'), number('2')] }, '`id` IN (1, 2)'],
    ['what it can of several conditions', { kind: 'and', conditions: [known, unknown] }, '(`id` < -5)'],
    ['alternatives', { kind: 'or', conditions: [known, known] }, '(`id` < -5 OR `id` < -5)'],
  ])('narrows the rows by %s', (_, condition, sql) => {
    expect(narrowingCondition(entity, condition)).toBe(sql)
  })

  it.each<[string, Condition]>([
    ['the order of texts, which a collation decides', compare(column('na`me'), '<', text('b'))],
    ['texts that differ, which a collation may treat as equal', compare(column('na`me'), '<>', text('b'))],
    ['a text beside a number', compare(column('id'), '=', text('1'))],
    ['a list with something unknown', { kind: 'in', value: column('id'), list: [number('1'), text('2')] }],
    ['an alternative that it does not know', { kind: 'or', conditions: [known, unknown] }],
    ['a negation', { kind: 'not', condition: known }],
    ['a column that it does not have', compare(column('other'), '=', number('1'))],
  ])('leaves %s to the engine', (_, condition) => {
    expect(narrowingCondition(entity, condition)).toBeUndefined()
  })
})
