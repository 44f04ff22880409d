import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Database, openDatabase } from '../../src/server/store/database/database.ts'
import { inNameOf } from '../../src/server/store/database/make-in-turn.ts'
import { type Api, startApi } from '../support/start-api.ts'

let api: Api
let store: Database

beforeAll(async () => {
  api = await startApi({ takesRuns: false })
  store = openDatabase({ databaseUrl: api.storeUrl, onError: () => {}, connections: 1 })
})
afterAll(async () => {
  await store.close()
  await api.stop()
})

const NUMBERS = 'select n from generate_series(1, 1000) n where n % $1 = 0'

it('takes rows one by one, in their order, and keeps none', async () => {
  const taken: number[] = []
  const kept = await store.asSystem((query) => query<{ n: number }>(NUMBERS, [100], ({ n }) => taken.push(n)))
  expect(taken).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000])
  expect(kept).toEqual([])
})

it('fails with what the taker throws, and the next transaction has another session', async () => {
  const failing = store.asSystem((query) =>
    query(NUMBERS, [1], () => {
      throw new Error('this row is too much')
    }),
  )
  await expect(failing).rejects.toThrow('this row is too much')
  expect(await store.asSystem((query) => query(NUMBERS, [500]))).toHaveLength(2)
})

it('fails with what the store says, before a row or after some', async () => {
  const ask = (sql: string) => store.asSystem((query) => query(sql, [], () => {}))
  await expect(ask('select from nowhere')).rejects.toMatchObject({ code: '42P01' })
  await expect(ask('select 1 / (5 - n) from generate_series(1, 9) n')).rejects.toMatchObject({ code: '22012' })
  expect(await store.asSystem((query) => query(NUMBERS, [500]))).toHaveLength(2)
})

it('lets others in between while it takes many rows', async () => {
  let isOver = false
  const taken = { sinceOthers: 0, atMost: 0 }
  const letsOthersIn = () => {
    taken.sinceOthers = 0
    if (!isOver) setImmediate(letsOthersIn)
  }
  // A millisecond of work for each row, sixteen of which arrive together.
  const work = () => {
    taken.atMost = Math.max(taken.atMost, ++taken.sinceOthers)
    for (const until = performance.now() + 1; performance.now() < until; );
  }
  letsOthersIn()
  const long = "select repeat('x', 4000) as text from generate_series(1, 500)"
  await store.asSystem((query) => query(long, [], work))
  isOver = true
  expect(taken.atMost).toBeLessThan(40)
})

describe('a pool that organizations share', () => {
  let shared: Database
  beforeAll(() => {
    shared = openDatabase({ databaseUrl: api.storeUrl, onError: () => {}, connections: 10 })
  })
  afterAll(() => shared.close())

  const [busy, other] = [randomUUID(), randomUUID()]

  it('gives the next session to another organization, however many transactions one has asked for', async () => {
    const ended: string[] = []
    const ask = (organization: string) =>
      shared
        .inOrganization(organization, (query) => query('select pg_sleep(0.05)'))
        .then(() => ended.push(organization === busy ? 'busy' : 'other'))
    const all = [
      ...Array.from({ length: 40 }, () => ask(busy)),
      ask(other),
      shared.asSystem((query) => query('select')),
    ]
    await Promise.all(all)
    expect(ended.indexOf('other')).toBeLessThan(10)
  })

  it('gives an account with many organizations as many sessions as one with a single one', async () => {
    const ended: string[] = []
    const ask = (account: string) =>
      inNameOf(account, () =>
        shared.inOrganization(randomUUID(), (query) => query('select pg_sleep(0.05)')).then(() => ended.push(account)),
      )
    await Promise.all([...Array.from({ length: 40 }, () => ask('mallory')), ask('ada')])
    expect(ended.indexOf('ada')).toBeLessThan(10)
  })

  it('never lets a transaction wait for one within it', async () => {
    const read = () => shared.inOrganization(busy, (query) => query('select 1 as one'))
    const within = () => shared.inOrganization(busy, async (query) => [await query('select'), await read()])
    expect(await Promise.all(Array.from({ length: 40 }, within))).toHaveLength(40)
  })
})
