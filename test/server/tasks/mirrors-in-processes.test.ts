import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { run } from '../../support/run-sql.ts'
import { addEnds, startShop } from '../../support/shop.ts'
import { newStore, startApi } from '../../support/start-api.ts'
import { taskProcesses } from './process-of-port.ts'

const LOGICAL = { wal_level: 'logical', max_wal_senders: '20', max_replication_slots: '20' }

let store: Awaited<ReturnType<typeof newStore>>
let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  store = await newStore({ settings: LOGICAL })
  shop = await startShop({ beside: store, startsTasks: true })
})
afterAll(async () => {
  await shop.api.stop()
  await store.postgres.stop()
})

const SUM = `select count(*)::int as rows, coalesce(sum(hashtext(journal::text)::bigint), 0)::text as sum from journal`

it('a mirror whose process is killed again and again, and that another worker takes over, loses and doubles nothing', async () => {
  const { api, base, source, target } = shop
  // Without a key, so that nothing hides a change that is applied twice.
  await run(source, 'create table journal (id int, note text)')
  await run(source, 'alter table journal replica identity full')
  await run(source, `insert into journal select n, 'first' from generate_series(1, 500) n`)
  const config = { streams: [{ entity: 'public.journal', mode: 'mirror' }], transformations: [] }
  const { id } = (
    await api.call('ada', 'POST', `${base}/flows`, { name: 'Journal', ...(await addEnds(api, base)), config })
  ).body
  const get = async () => (await api.call('ada', 'GET', `${base}/flows/${id}/mirror`)).body
  await api.call('ada', 'POST', `${base}/flows/${id}/mirror`, { wanted: 'on' })
  await expect.poll(async () => (await get()).state, { timeout: 60_000 }).toBe('following')

  let isOver = false
  const writing = (async () => {
    for (let n = 1; !isOver; n++) {
      await run(source, `insert into journal select ${n}, 'later' from generate_series(1, 20)`)
      await run(source, `update journal set note = note || '.' where id = ${n % 500}`)
      await run(source, `delete from journal where id = ${(n * 7) % 500}`)
    }
  })()
  let kills = 0
  for (let round = 0; round < 4; round++) {
    await sleep(1_500)
    for (const pid of taskProcesses()) {
      process.kill(pid, 'SIGKILL')
      kills++
    }
  }
  expect(kills).toBeGreaterThan(3)
  const other = await startApi({ beside: { ...store, masterKey: api.masterKey }, startsTasks: true })
  await sleep(1_000)
  isOver = true
  await writing
  await other.stop()

  const [expected] = await run(source, SUM)
  await expect.poll(async () => (await run(target, SUM))[0], { timeout: 60_000, interval: 250 }).toEqual(expected)
  expect((await get()).tables).toMatchObject([{ state: 'following', divergent: 0 }])
})
