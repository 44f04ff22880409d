import { expect, it } from 'vitest'

import { wantedRows } from './wanted-rows.ts'

const table = (...keys: readonly string[]) => [
  ...keys.map((type, at) => ({ name: at === 0 ? 'id' : `id${at}`, type, keyPosition: at + 1 })),
  { name: 'paid', type: 'boolean' },
]

it.each<[string, readonly string[], string | undefined]>([
  ['  ', ['integer'], undefined],
  ['id > 5', ['integer'], 'id > 5'],
  ['42', ['integer'], '"id" IN (42)'],
  [' 42,  -7 ', ['bigint'], '"id" IN (42, -7)'],
  ['42', ['text'], `"id" IN ('42')`],
  [`'a b', c-1`, ['character varying(9)'], `"id" IN ('a b', 'c-1')`],
  ['3f1a-9', ['uuid'], `"id" IN ('3f1a-9')`],
  // A column that is true or false is a condition by itself.
  ['Paid', ['integer'], 'Paid'],
  ['42', [], '42'],
  ['42', ['integer', 'integer'], '42'],
])('"%s" in a table with the key %j means %s', (text, keys, condition) => {
  expect(wantedRows(text, table(...keys))).toBe(condition)
})

it('writes the name of a key as SQL does', () => {
  expect(wantedRows('1', [{ name: 'a"b', type: 'int', keyPosition: 1 }])).toBe('"a""b" IN (1)')
})
