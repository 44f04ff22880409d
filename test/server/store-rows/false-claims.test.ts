import { expect, it } from 'vitest'

import { falseClaims } from './false-claims.ts'

const answered = [
  { name: 'id', type: 'uuid', isNullable: false },
  { name: 'rows', type: 'int8', isNullable: true },
  { name: 'config', type: 'jsonb', isNullable: false },
  { name: 'price', type: 'numeric', isNullable: false },
]

it.each([
  ['keeps what is claimed', { name: 'id', type: 'string', isNullable: false }, []],
  ['may be more careful than it has to', { name: 'id', type: 'string', isNullable: true }, []],
  ['says nothing of what is within JSON', { name: 'config', type: 'FlowConfig', isNullable: false }, []],
  ['misses a column', { name: 'name', type: 'string', isNullable: false }, ['name is not answered']],
  ['has another type', { name: 'rows', type: 'string', isNullable: true }, ['rows is number, not string']],
  ['may be null', { name: 'rows', type: 'number', isNullable: false }, ['rows may be null']],
  [
    'has a type that nobody has looked at',
    { name: 'price', type: 'number', isNullable: false },
    ['price is numeric, of which nothing is known'],
  ],
])('an answer %s', (_, claimed, faults) => {
  expect(falseClaims([claimed], answered)).toEqual(faults)
})
