import { expect, it } from 'vitest'

import { canBringStructure } from './structure-policies.ts'

it('structure comes between Postgres and MySQL, except from Postgres to MySQL', () => {
  expect(canBringStructure('postgres', 'postgres')).toBe(true)
  expect(canBringStructure('mysql', 'mysql')).toBe(true)
  expect(canBringStructure('mysql', 'postgres')).toBe(true)
  expect(canBringStructure('postgres', 'mysql')).toBe(false)
  expect(canBringStructure('google_sheets', 'postgres')).toBe(false)
})
