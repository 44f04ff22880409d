import { expect, it } from 'vitest'
import { sentence } from '../../core/catalog/sentence.ts'
import { Intake } from './intake.ts'

const table = { name: 'public.t', columns: ['a'], key: [0] }
const row = (length: number) => ({ bytes: Buffer.alloc(length, 0x61), start: 0, end: length, unchanged: [] })

it('a transaction that ended where a batch was cut is committed at once', async () => {
  const intake = new Intake({ pause: () => {}, resume: () => {} })
  intake.sink.begin('1')
  intake.sink.insert(table, row(17 << 20))
  expect(await intake.next()).toMatchObject({ isInside: true, changes: 1 })
  intake.sink.commit('0/1', 0)
  const begun = performance.now()
  expect(await intake.next()).toMatchObject({ isInside: false, changes: 0, position: '0/1' })
  expect(performance.now() - begun).toBeLessThan(1_000)
})

it('a table that cannot be read is told at once, also where nothing else has changed', async () => {
  const intake = new Intake({ pause: () => {}, resume: () => {} })
  intake.sink.refused?.('public.t', { code: 'SOURCE_CHANGED', message: sentence`altered`, retryable: false })
  intake.sink.quiet('0/1')
  const begun = performance.now()
  const batch = await intake.next()
  expect([batch?.position, batch?.refusals.size]).toEqual(['0/1', 1])
  expect(performance.now() - begun).toBeLessThan(1_000)
})

it('a place behind the last changes is that of their batch: nothing more may come for long', async () => {
  const intake = new Intake({ pause: () => {}, resume: () => {} })
  intake.sink.begin('1')
  intake.sink.insert(table, row(10))
  intake.sink.commit('0/1', 0)
  intake.sink.quiet('0/2')
  expect(await intake.next()).toMatchObject({ changes: 1, position: '0/2' })
})
