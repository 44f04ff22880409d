import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { runCommand } from '../../src/server/commands/run-command.ts'
import { openSession } from '../../src/server/store/database/store-session.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { run } from '../support/run-sql.ts'
import { type Api, newStore, startApi } from '../support/start-api.ts'

const PATIENCE = { timeout: 60_000, interval: 200 }
const PRIMARY = { wal_level: 'replica', max_wal_senders: '4', synchronous_commit: 'on' }

let store: Awaited<ReturnType<typeof newStore>>
let standby: RunningPostgres
let api: Api
/** The standby first, so that the first server is never the right one by chance. */
let address: string

beforeAll(async () => {
  store = await newStore({ settings: PRIMARY })
  standby = await startPostgres({ settings: PRIMARY, standbyOf: store.postgres })
  await run(store.postgres.url, `alter system set synchronous_standby_names = 'standby'`)
  await run(store.postgres.url, 'select pg_reload_conf()')
  const { host, port } = standby
  address = store.storeUrl.replace(/@/, `@${host}:${port},`)
  api = await startApi({ beside: { ...store, storeUrl: address } })
})
afterAll(async () => {
  await api?.stop()
  for (const server of [standby, store?.postgres]) await server?.stop()
})

it('one address with two servers follows the one that takes writes, without a restart', async () => {
  await api.organizationOf('ada', 'Before')
  const [pid = ''] = readFileSync(join(await folderOf(store.postgres), 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
  // Nobody takes writes: calls say that the store is away, and nothing else.
  await expect.poll(async () => (await api.call('ada', 'GET', '/v1/organizations')).status, PATIENCE).toBe(503)

  await run(standby.url, 'select pg_promote()')
  await expect
    .poll(async () => (await api.call('ada', 'POST', '/v1/organizations', { name: 'After' })).status, PATIENCE)
    .toBe(201)
  const { body } = await api.call('ada', 'GET', '/v1/organizations')
  expect(body.map(({ name }: { name: string }) => name)).toEqual(['Before', 'After'])
  // Commands about the store take the same address.
  const { query, end } = await openSession(address)
  expect(await query('select count(*)::int as count from millrace.organizations')).toEqual([{ count: 2 }])
  await end()
}, 180_000)

it('says what is wrong with an address that it cannot read', async () => {
  const said: string[] = []
  process.env['DATABASE_URL'] = 'postgres://a@one,two/name?target_session_attrs=prefer-standby'
  const say = (line: string) => void said.push(line)
  const code = await runCommand(['migrate'], { print: say, complain: say }).finally(() => {
    delete process.env['DATABASE_URL']
  })
  expect({ code, said }).toMatchObject({ code: 1, said: [expect.stringContaining('DATABASE_URL must be')] })
})

const folderOf = async ({ url }: RunningPostgres): Promise<string> =>
  (await run<{ data_directory: string }>(url, 'show data_directory'))[0]?.data_directory ?? ''
