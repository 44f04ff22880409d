import { expect, it } from 'vitest'

import { canCopyStructure } from './structure-policies.ts'

it('structure comes between Postgres and MySQL, except from Postgres to MySQL', () => {
  expect(canCopyStructure('postgres', 'postgres')).toBe(true)
  expect(canCopyStructure('mysql', 'mysql')).toBe(true)
  expect(canCopyStructure('mysql', 'postgres')).toBe(true)
  expect(canCopyStructure('postgres', 'mysql')).toBe(false)
  expect(canCopyStructure('google_sheets', 'postgres')).toBe(false)
})
