import { expect, it } from 'vitest'

import { exampleKeys } from './example-keys.ts'

const rows = [
  { after: ['7', 'eu', 'x'] },
  { before: ['1', 'eu', 'x'], after: ['1', 'eu', 'y'] },
  { before: ['2', null, 'x'] },
  ...['3', '4', '5'].map((id) => ({ before: [id, 'us', 'x'] })),
]

it('names a few rows by the key of their table, and says which are new, changed and gone', () => {
  expect(exampleKeys({ columns: ['id', 'region', 'name'], rows }, ['id', 'region'])).toEqual({
    created: ['id 7, region eu'],
    changed: ['id 1, region eu'],
    removed: ['id 2, region –', 'id 3, region us', 'id 4, region us'],
  })
})

it('takes the first column where there is no key', () => {
  expect(exampleKeys({ columns: ['id', 'region', 'name'], rows }, ['gone']).created).toEqual(['id 7'])
  expect(exampleKeys({ columns: [], rows: [] }, [])).toEqual({ created: [], changed: [], removed: [] })
})
