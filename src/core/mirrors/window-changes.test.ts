import { expect, it } from 'vitest'

import type { MirrorWindow } from './mirror.ts'
import { changeRateOf, changesOf } from './window-changes.ts'

const WINDOW: MirrorWindow = {
  number: 1,
  beganAt: '2026-11-29T12:00:00.000Z',
  endedAt: '2026-11-29T12:01:00.000Z',
  positionTo: '0/1',
  transactions: 3,
  tables: [
    { entity: 'public.orders', inserted: 50, updated: 40, deleted: 10, divergent: 0 },
    { entity: 'public.items', inserted: 20, updated: 0, deleted: 0, divergent: 1 },
  ],
  lagP50Ms: 300,
  lagP99Ms: 900,
  hash: 'h',
}

it('sums the changes of all tables', () => {
  expect(changesOf(WINDOW)).toEqual({ inserted: 70, updated: 40, deleted: 10, divergent: 1 })
})

it('counts changes per second, of a moment as of a second', () => {
  expect(changeRateOf(WINDOW)).toBe(2)
  expect(changeRateOf({ ...WINDOW, endedAt: WINDOW.beganAt })).toBe(120)
})
