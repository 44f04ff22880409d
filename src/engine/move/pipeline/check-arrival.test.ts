import { expect, it } from 'vitest'

import type { RowsFound } from '../../ports/key-digest.ts'
import type { Source } from '../../ports/source.ts'
import { StreamTracker } from '../run/stream-tracker.ts'
import { checkArrival } from './check-arrival.ts'

/** A stream of three rows without a key, and when each side counts them. */
function given(landed: () => Promise<RowsFound>) {
  const counts = { source: Promise.withResolvers<number | undefined>(), destination: Promise.withResolvers<void>() }
  const begun: string[] = []
  const tracker = new StreamTracker({ entity: 'public.orders' }, () => {})
  const entity = { name: 'public.orders', kind: 'table', columns: [] } as const
  const checked = checkArrival(
    { entity, check: 'no-key', tracker },
    {
      source: {} as Source,
      load: {
        digest: async () => {
          begun.push('destination')
          await counts.destination.promise
          return landed()
        },
      },
      count: () => {
        begun.push('source')
        return counts.source.promise
      },
    },
    3,
  )
  return { checked, counts, begun, check: () => tracker.progress.check }
}

it('lets both sides count at the same time, where neither sums keys', async () => {
  const { checked, counts, begun, check } = given(async () => ({ rows: 3 }))
  expect(new Set(begun)).toEqual(new Set(['destination', 'source']))
  counts.destination.resolve()
  counts.source.resolve(3)
  await checked
  expect(check()).toEqual({ state: 'counted', rows: 3, reason: 'no-key', counted: 3 })
})

it('tells that the destination failed only after the source has ended its count, whose session would be left open', async () => {
  const { checked, counts } = given(() => Promise.reject(new Error('the destination is gone')))
  let isTold = false
  const told = checked.catch((error: unknown) => {
    isTold = true
    return error
  })
  counts.destination.resolve()
  await new Promise(setImmediate)
  expect(isTold).toBe(false)
  counts.source.reject(new Error('so is the source'))
  expect(await told).toEqual(new Error('the destination is gone'))
})

it('says that rows are missing at the destination before it says what the source counts', async () => {
  const { checked, counts, check } = given(async () => ({ rows: 2 }))
  counts.destination.resolve()
  counts.source.reject(new Error('the source counts 4 rows'))
  await expect(checked).rejects.toMatchObject({ problem: { code: 'VERIFICATION_FAILED' } })
  expect(check()).toEqual({ state: 'failed', rows: 2 })
})
