import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { givenLoggedShop, type Shop } from '../../support/logged-shop.ts'
import { runMysql } from '../../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../../support/mariadb/start-mariadb.ts'
import { run } from '../../support/run-sql.ts'
import { addEnds } from '../../support/shop.ts'
import { taskProcesses } from './process-of-port.ts'

let shop: Shop
let mariadb: RunningMariadb

givenLoggedShop(
  (started) => {
    shop = started
  },
  { startsTasks: true },
)
beforeAll(async () => {
  mariadb = await startMariadb()
})
afterAll(() => mariadb?.stop())

/** @returns the id of a connection to the server */
async function addMariadb(): Promise<string> {
  const { api, base } = shop
  const { host, port, user, password, database } = mariadb
  const credentials = { host, port, user, password, database, sslmode: 'disable' }
  const integration = await api.call('ada', 'POST', `${base}/integrations`, { name: 'm', type: 'mysql', credentials })
  const draft = { name: 'warehouse of MariaDB', type: 'mysql', integration_id: integration.body.id, config: {} }
  return (await api.call('ada', 'POST', `${base}/connections`, draft)).body.id
}

it('a mirror into MariaDB whose process is killed again and again loses and doubles nothing', async () => {
  const { api, base, source } = shop
  // Without a key, so that nothing hides a change that is applied twice.
  await run(source, 'create table journal (id int, note text)')
  await run(source, 'alter table journal replica identity full')
  await run(source, `insert into journal select n, 'first' from generate_series(1, 500) n`)
  const ends = { ...(await addEnds(api, base)), destination_connection: { id: await addMariadb() } }
  const config = { streams: [{ entity: 'public.journal', mode: 'mirror' }], transformations: [] }
  const { id } = (await api.call('ada', 'POST', `${base}/flows`, { name: 'Journal', ...ends, config })).body
  const get = async () => (await api.call('ada', 'GET', `${base}/flows/${id}/mirror`)).body
  expect((await api.call('ada', 'POST', `${base}/flows/${id}/mirror/check`, {})).body.hindrances).toEqual([])
  await api.call('ada', 'POST', `${base}/flows/${id}/mirror`, { wanted: 'on' })
  await expect.poll(async () => (await get()).state, { timeout: 60_000 }).toBe('following')

  let isOver = false
  const writing = (async () => {
    for (let n = 1; !isOver; n++) {
      await run(source, `insert into journal select ${n}, 'later' from generate_series(1, 20)`)
      await run(source, `update journal set note = note || '.' where id = ${n % 500}`)
      await run(source, `delete from journal where id = ${(n * 7) % 500}`)
      await sleep(50)
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
  isOver = true
  await writing

  const sum = (length: string) => `select count(*) as n, sum(id) as ids, sum(${length}(note)) as lengths from journal`
  const [expected] = await run(source, sum('length'))
  const found = async () => (await runMysql(mariadb, sum('char_length')))[0]
  const text = Object.fromEntries(Object.entries(expected ?? {}).map(([name, value]) => [name, String(value)]))
  await expect.poll(found, { timeout: 60_000, interval: 250 }).toEqual(text)
  expect((await get()).tables).toMatchObject([{ state: 'following', divergent: 0 }])
}, 150_000)
