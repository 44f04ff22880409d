import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { type Condition, isPattern, type Literal, MISSING, type Operator, type Rule } from './condition.ts'
import { readCondition } from './read-condition.ts'
import { RESERVED_WORDS } from './reserved-words.ts'
import { writeCondition } from './write-condition.ts'

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.constantFrom(
    `"`,
    `'`,
    `\\`,
    '%',
    '_',
    '?',
    ' ',
    'a"b',
    "o'hara",
    'C:\\x',
    '50%_\\',
    '--',
    '/*',
    ';',
    '😀',
    'Überweg',
    '\u0000',
  ),
  fc.constantFrom(...RESERVED_WORDS, 'Total', 'total', 'null', 'TRUE'),
)
const text: fc.Arbitrary<Literal> = hostile.map((value) => ({ kind: 'text', text: value }))
const literal: fc.Arbitrary<Literal> = fc.oneof(
  text,
  fc.constantFrom('0', '-1', '1.50', '.5', '1e9', '-2.5E-3', '123456789012345678901234567890').map((value) => ({
    kind: 'number' as const,
    text: value,
  })),
  fc.constantFrom('true', 'false').map((value) => ({ kind: 'boolean' as const, text: value })),
  fc.constant(MISSING),
  fc.constant<Literal>({ kind: 'text', text: '' }),
)
const oneLine = literal.filter((value) => !/[\r\n]/.test(value.text))
const rule: fc.Arbitrary<Rule> = fc
  .constantFrom<Operator>(
    ...(['equals', 'differs', 'less', 'at-most', 'greater', 'at-least', 'between', 'one-of', 'none-of'] as const),
    ...(['has-value', 'has-none', 'contains', 'lacks', 'starts-with', 'ends-with'] as const),
  )
  .chain((operator) =>
    fc.record({
      column: fc.oneof(hostile, fc.constant('')),
      operator: fc.constant(operator),
      values: valuesOf(operator),
      ignoresCase: isPattern(operator) ? fc.boolean() : fc.constant(false),
    }),
  )

function valuesOf(operator: Operator): fc.Arbitrary<Literal[]> {
  if (isPattern(operator)) return fc.tuple(fc.oneof(text, fc.constant(MISSING)))
  if (operator === 'one-of' || operator === 'none-of') return fc.array(oneLine, { minLength: 1, maxLength: 4 })
  if (operator === 'has-none' || operator === 'has-value') return fc.constant([])
  return operator === 'between' ? fc.tuple(literal, literal) : fc.tuple(literal)
}

const join = fc.constantFrom('and' as const, 'or' as const)
const group = fc.record({ join, rules: fc.array(rule, { minLength: 2, maxLength: 4 }) })
const item = fc.oneof(rule, group)
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ join, items: fc.array(item, { minLength: 2, maxLength: 4 }) }),
  fc.record({ join: fc.constant('and' as const), items: fc.array(item, { maxLength: 1 }) }),
)

const read = (sql: string): Condition | string => {
  const answer = readCondition(sql)
  return 'condition' in answer ? answer.condition : answer.obstacle
}
const one = (changes: Partial<Rule>): Condition => ({
  join: 'and',
  items: [{ column: 'total', operator: 'equals', values: [], ignoresCase: false, ...changes }],
})
const number = (value: string): Literal => ({ kind: 'number', text: value })
const words = (value: string): Literal => ({ kind: 'text', text: value })

describe('a condition that the builder has written', () => {
  it('is read back equal, whatever its names and values are', () => {
    fc.assert(
      fc.property(condition, (written) => {
        expect(read(writeCondition(written))).toEqual(written)
      }),
      { numRuns: 2_000 },
    )
  })

  it('names plain columns as they are, and quotes others', () => {
    expect(writeCondition(one({ column: 'total', values: [number('5')] }))).toBe('total = 5')
    expect(writeCondition(one({ column: 'order', values: [words("it's")] }))).toBe(`"order" = 'it''s'`)
    expect(writeCondition(one({ operator: 'contains', values: [words('50%')] }))).toBe(
      `total LIKE '%50\\%%' ESCAPE '\\'`,
    )
  })

  it('says in SQL what is still missing', () => {
    expect(writeCondition(one({ column: '', values: [MISSING] }))).toBe('? = ?')
    expect(writeCondition(one({ operator: 'starts-with', values: [MISSING] }))).toBe(`total LIKE ? || '%'`)
    expect(writeCondition(one({ operator: 'one-of' }))).toBe('total IN (?)')
  })

  it('leaves out a group without rules, and the parentheses of one rule', () => {
    const [only] = one({ values: [number('1')] }).items as readonly Rule[]
    const groups = [
      { join: 'or' as const, rules: [] },
      { join: 'or' as const, rules: only ? [only] : [] },
    ]
    expect(writeCondition({ join: 'and', items: groups })).toBe('total = 1')
  })
})

describe('a condition that a person has written', () => {
  it.each<[string, Condition]>([
    ['', { join: 'and', items: [] }],
    ['  total>0 ', one({ operator: 'greater', values: [number('0')] })],
    ['"total" != -1.5', one({ operator: 'differs', values: [number('-1.5')] })],
    ['Total IS NOT null', one({ column: 'Total', operator: 'has-value' })],
    ["((total not in ('a','b')))", one({ operator: 'none-of', values: [words('a'), words('b')] })],
    ['total between 1 and 5', one({ operator: 'between', values: [number('1'), number('5')] })],
    ["total like 'a#%%' escape '#'", one({ operator: 'starts-with', values: [words('a%')] })],
    ["total like '%\\%'", one({ operator: 'contains', values: [words('\\')] })],
    ["total ilike '%.com'", one({ operator: 'ends-with', values: [words('.com')], ignoresCase: true })],
    ['total = TRUE', one({ values: [{ kind: 'boolean', text: 'true' }] })],
  ])('is shown: %s', (sql, shown) => {
    expect(read(sql)).toEqual(shown)
  })

  it('keeps what binds more closely together', () => {
    expect(read('a = 1 or b = 2 and c = 3')).toMatchObject({
      join: 'or',
      items: [{ column: 'a' }, { join: 'and', rules: [{ column: 'b' }, { column: 'c' }] }],
    })
  })

  it.each<[string, string]>([
    ['total > 0 -- paid only', 'comment'],
    ['total /* net */ > 0', 'comment'],
    ['a = 1 and (b = 2 or (c = 3 and d = 4))', 'nesting'],
    [`${'('.repeat(60)}a = 1${')'.repeat(60)}`, 'nesting'],
    ["name like 'a%b'", 'pattern'],
    ["name like 'a_'", 'pattern'],
    ["name like 'abc'", 'pattern'],
    ["name like '%'", 'pattern'],
    ["name not like 'a%'", 'pattern'],
    ["name like '%' || ? || 'x'", 'pattern'],
    ['total > other', 'other'],
    ['total + 1 > 5', 'other'],
    ["lower(name) = 'a'", 'other'],
    ['input.total > 1', 'other'],
    ['total = null', 'other'],
    ['not total = 1', 'other'],
    ['total not between 1 and 2', 'other'],
    ["placed_at > date '2026-01-01'", 'other'],
    ["name = e'a'", 'other'],
    ['select = 1', 'other'],
    ['"" = 1', 'other'],
    ['total = 5x', 'other'],
    ["name in ('a\nb')", 'other'],
    ['total >', 'other'],
    ["name = 'open", 'other'],
    ['total = 1)', 'other'],
    ['(total = 1', 'other'],
    ['total', 'other'],
    ['total = --', 'comment'],
    ["total = -'a'", 'other'],
    ['total = -', 'other'],
    ['total is 5', 'other'],
    ['total in 5', 'other'],
    ["name like 'a\\' escape '\\'", 'pattern'],
  ])('is SQL only: %s', (sql, obstacle) => {
    expect(read(sql)).toBe(obstacle)
  })

  it('of any text is an answer', () => {
    const parts = fc.constantFrom(
      'a',
      '=',
      '(',
      ')',
      "'",
      '"',
      'and',
      'or',
      'not',
      'in',
      'like',
      '%',
      '?',
      '1',
      '-',
      ' ',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.array(parts).map((list) => list.join(' ')),
        ),
        (sql) => {
          const shown = read(sql)
          // A condition that can be shown has the same meaning after it is written again.
          if (typeof shown !== 'string') expect(read(writeCondition(shown))).toEqual(shown)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
