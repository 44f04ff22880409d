import { expect, it } from 'vitest'

import { readsInput } from './reads-input.ts'

it.each([
  ['SELECT id FROM input WHERE id < 0', true],
  ['WITH bad AS (\n  SELECT * FROM "INPUT" i\n) SELECT * FROM bad', true],
  ['SELECT 1 FROM `input`; -- of the run', true],
  ["SELECT id FROM input WHERE note = '--'", true],
  ["SELECT note = '-- it''s' FROM input", true],
  ['SELECT id FROM public.orders WHERE id < 0', false],
  ['SELECT id FROM orders -- not input', false],
  ['SELECT id /* from\ninput */ FROM orders', false],
  ['SELECT id FROM input_rows', false],
])('finds whether the query “%s” reads the rows of the run', (query, reads) => {
  expect(readsInput(query)).toBe(reads)
})
