import { expect, it } from 'vitest'
import { sentence } from '../../core/catalog/sentence.ts'
import { readChanges } from '../formats/changes/recorded-changes.ts'
import { Intake } from './intake.ts'

const table = { name: 'public.t', columns: ['a'], key: [0] }
const NOTHING = { insert: () => {}, update: () => {}, delete: () => {}, truncate: () => {}, alter: () => {} }
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

it('a transaction that would be too many tables together with those before it comes as a whole in the next batch', async () => {
  const pace = { everyMs: 0, changes: 1_000, bytes: 1 << 20, tables: 3 }
  const intake = new Intake({ pause: () => {}, resume: () => {} }, undefined, pace)
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => ({ ...table, name }))
  if (!a || !b || !c || !d) throw new Error('four tables')
  intake.sink.begin('1')
  for (const one of [a, b]) intake.sink.insert(one, row(10))
  intake.sink.commit('0/1', 1)
  intake.sink.begin('2')
  for (const one of [b, c, d, b]) intake.sink.insert(one, row(20))
  intake.sink.commit('0/2', 2)

  const [first, second] = [await intake.next(), await intake.next()]
  const contents = (batch = first) =>
    batch?.tables.map(({ table: { name }, bytes }) => {
      const read: string[] = []
      const isOf = (transaction: string) => read.push(transaction) > 0
      readChanges(bytes, { ...NOTHING, insert: ({ start, end }) => read.push(String(end - start)) }, isOf)
      return [name, ...read].join(' ')
    })
  expect(first).toMatchObject({ position: '0/1', changes: 2, transactions: 1, isInside: false, lastCommit: 1 })
  expect(contents()).toEqual(['a 1 10', 'b 1 10'])
  expect(second).toMatchObject({ position: '0/2', changes: 4, transactions: 1, isInside: false, firstCommit: 2 })
  expect(contents(second)).toEqual(['b 2 20 20', 'c 2 20', 'd 2 20'])
})
