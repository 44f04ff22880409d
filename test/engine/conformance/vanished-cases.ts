import { expect } from 'vitest'

import { writeRows } from './attempt.ts'
import type { Case, WritablePlace } from './case.ts'
import { nothingIsLeft, shown, succeeded } from './expectations.ts'
import { order, orders } from './orders.ts'

const UPSERT = { mode: 'upsert', key: ['id'] } as const

/** What a destination does with rows that the source no longer has. */
export const VANISHED_CASES = {
  'removes vanished rows': {
    title: 'removes rows that are gone at the source, up to the limit of the flow',
    async try(place) {
      succeeded(await writeRows(place, orders(4), { stream: UPSERT }), 4)
      const left = [order(1), order(2), order(4)]
      const { streams } = await writeRows(place, left, { stream: { ...UPSERT, vanished: { limit: 10 } } })
      expect(streams).toMatchObject([{ status: 'failed', rowsWritten: 0, error: { vanished: 1 } }])
      expect(await place.destination.orders()).toEqual(shown(1, 2, 3, 4))
      const allowed = await writeRows(place, left, { stream: { ...UPSERT, vanished: { limit: 30 } } })
      expect(allowed.streams).toMatchObject([{ status: 'succeeded', rowsRemoved: 1 }])
      expect(await place.destination.orders()).toEqual(shown(1, 2, 4))
      await nothingIsLeft(place)
    },
  },
  'marks vanished rows': {
    title: 'marks rows that are gone at the source with the time at which that was noticed',
    async try(place) {
      succeeded(await writeRows(place, orders(2), { stream: UPSERT }), 2)
      const vanished = { limit: 100, column: 'deleted_at' } as const
      const { streams } = await writeRows(place, [order(2)], { stream: { ...UPSERT, vanished } })
      expect(streams).toMatchObject([{ status: 'succeeded', rowsMarked: 1 }])
      expect(await place.destination.orders()).toEqual(shown(1, 2))
      expect(await place.destination.columns()).toContain('deleted_at')
      await nothingIsLeft(place)
    },
  },
} as const satisfies Readonly<Record<string, Case<WritablePlace>>>
