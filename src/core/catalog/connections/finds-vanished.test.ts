import { expect, it } from 'vitest'

import { findsVanished } from './connection-types.ts'

it('offers the handling of vanished rows only for destinations that find them', () => {
  expect(['postgres', 'mysql', 'bigquery'].map(findsVanished)).toEqual([true, true, true])
  expect(['google_sheets', 'email', 'of a newer server'].map(findsVanished)).toEqual([false, false, false])
})
