import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'

import { givenLoggedShop, type Shop } from '../../support/logged-shop.ts'
import { run } from '../../support/run-sql.ts'
import { TRIES_ALL } from '../../support/samples.ts'
import { addEnds } from '../../support/shop.ts'
import { startApi } from '../../support/start-api.ts'
import { taskProcesses } from './process-of-port.ts'

let shop: Shop
givenLoggedShop(
  (started) => {
    shop = started
  },
  { startsTasks: true },
)

const SUM = `select count(*)::int as rows, coalesce(sum(hashtext(journal::text)::bigint), 0)::text as sum from journal`

async function addMirror(table: string) {
  const { api, base } = shop
  const config = { streams: [{ entity: `public.${table}`, mode: 'mirror' }], transformations: [] }
  const flow = { name: table, ...(await addEnds(api, base)), config }
  const { id } = (await api.call('ada', 'POST', `${base}/flows`, flow)).body
  const get = async () => (await api.call('ada', 'GET', `${base}/flows/${id}/mirror`)).body
  await api.call('ada', 'POST', `${base}/flows/${id}/mirror`, { wanted: 'on' })
  return { id, get }
}

/** Those of these flows that somebody follows, by the process that does. */
const held = (flows: readonly string[]) =>
  run<{ held_by: string }>(
    shop.api.storeUrl,
    `select held_by from millrace.mirrors join millrace.flows on flows.id = flow_id
     where lease_until > now() and state = 'following' and name = any($1)`,
    [flows],
  )

it('a mirror whose process is killed again and again, and that another worker takes over, loses and doubles nothing', async () => {
  const { api, source, target } = shop
  // Without a key, so that nothing hides a change that is applied twice.
  await run(source, 'create table journal (id int, note text)')
  await run(source, 'alter table journal replica identity full')
  await run(source, `insert into journal select n, 'first' from generate_series(1, 500) n`)
  const { get } = await addMirror('journal')
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
  for (let round = 0; round < (TRIES_ALL ? 4 : 2); round++) {
    await expect.poll(() => held(['journal']), { timeout: 60_000 }).toHaveLength(1)
    for (const pid of taskProcesses()) process.kill(pid, 'SIGKILL')
    await expect.poll(() => held(['journal']), { timeout: 30_000 }).toHaveLength(0)
  }
  const other = await startApi({ beside: api, startsTasks: true })
  await sleep(1_000)
  isOver = true
  await writing
  await other.stop()

  const [expected] = await run(source, SUM)
  await expect.poll(async () => (await run(target, SUM))[0], { timeout: 60_000, interval: 250 }).toEqual(expected)
  expect((await get()).tables).toMatchObject([{ state: 'following', divergent: 0 }])
}, 300_000)

it('the mirrors of an account share a process, whose end stops them for seconds; those that ended several get one of their own', async () => {
  const { source, target } = shop
  const tables = ['one', 'two', 'three']
  for (const table of tables) await run(source, `create table ${table} (id int primary key)`)
  for (const table of tables) await addMirror(table)
  // Half a minute passes until they get a process beside the one of the first test.
  await expect.poll(() => held(tables), { timeout: 150_000 }).toHaveLength(3)
  expect(new Set((await held(tables)).map((row) => row.held_by)).size).toBe(1)

  const crash = async () => {
    for (const pid of taskProcesses()) process.kill(pid, 'SIGKILL')
    await expect.poll(() => held(tables), { timeout: 30_000 }).toHaveLength(0)
    await expect.poll(() => held(tables), { timeout: 90_000 }).toHaveLength(3)
  }
  await crash()
  await crash()
  expect(new Set((await held(tables)).map((row) => row.held_by)).size).toBe(3)

  for (const table of tables) await run(source, `insert into ${table} values (7)`)
  for (const table of tables)
    await expect.poll(() => run(target, `select id from ${table}`), { timeout: 30_000 }).toEqual([{ id: 7 }])
}, 300_000)
