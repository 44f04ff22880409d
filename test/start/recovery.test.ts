import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'

import { cleanUp, family, killAll, launch, temporaryFolder, WITHOUT_LOCAL_ACCOUNTS } from './launch.ts'

afterEach(cleanUp)

interface Given {
  readonly databaseUrl: string
  readonly masterKey: string
  readonly auth: { readonly origin?: string }
}

const given = async (url: string): Promise<Given> => (await (await fetch(url)).json()) as Given

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

it('has everything again after the whole tree was killed', async () => {
  const folder = await temporaryFolder()
  const first = launch(folder)
  const before = await given(await first.url)
  await query(before.databaseUrl, 'create table kept as select generate_series(1, 1000) as n')
  killAll(family(first.child.pid ?? 0))
  await first.exited

  const begun = Date.now()
  const second = launch(folder)
  const after = await given(await second.url)
  expect(Date.now() - begun).toBeLessThan(10_000)
  expect(after).toEqual(before)
  expect(await query(after.databaseUrl, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }])
})

it('ends a database server that a killed predecessor left running, and loses nothing', async () => {
  const folder = await temporaryFolder()
  const first = launch(folder, { env: WITHOUT_LOCAL_ACCOUNTS })
  const { databaseUrl } = await given(await first.url)
  await query(databaseUrl, 'create table kept as select 1 as n')
  // The guard goes first, so that nobody ends the database.
  const pids = family(first.child.pid ?? 0)
  const [postmaster = 0] = await postmasterOf(databaseUrl)
  const theOthers = pids.filter((pid) => pid !== postmaster && !family(postmaster).includes(pid))
  killAll(theOthers.toReversed())
  await first.exited
  expect(await query(databaseUrl, 'select n from kept')).toEqual([{ n: 1 }])

  const second = launch(folder, { env: WITHOUT_LOCAL_ACCOUNTS })
  const after = await given(await second.url)
  expect(after.databaseUrl).toBe(databaseUrl)
  expect(await query(after.databaseUrl, 'select n from kept')).toEqual([{ n: 1 }])
  expect(await postmasterOf(after.databaseUrl)).not.toEqual([postmaster])
})

it('starts its database server again when that crashes', async () => {
  const server = launch(await temporaryFolder(), { env: WITHOUT_LOCAL_ACCOUNTS })
  const { databaseUrl } = await given(await server.url)
  const [postmaster = 0] = await postmasterOf(databaseUrl)
  killAll([postmaster])
  await delay(300)
  await expect.poll(() => query(databaseUrl, 'select 1 as n').catch(() => []), { timeout: 20_000 }).toEqual([{ n: 1 }])
  expect(server.stderr()).toContain('Postgres ended unexpectedly (SIGKILL). It starts again in 0.4 s.')
})

it('logs a promise that nobody looks at, and goes on', async () => {
  const server = launch(await temporaryFolder(), { env: WITHOUT_LOCAL_ACCOUNTS })
  const url = await server.url
  await fetch(`${url}/reject`)
  await expect.poll(() => server.stderr(), { timeout: 3_000 }).toContain('nobody looks at this')
  expect((await fetch(url)).status).toBe(200)
})

it('says that it is ready as the last line, and keeps its secrets to itself', async () => {
  const server = launch(await temporaryFolder(), { env: { ...WITHOUT_LOCAL_ACCOUNTS, LOG_LEVEL: 'debug' } })
  const url = await server.url
  const { databaseUrl, masterKey } = await given(url)
  const printed = server.stdout() + server.stderr()
  expect(server.stdout().trimEnd().split('\n').at(-1)).toBe(`Millrace is ready at ${url}`)
  expect(printed).not.toContain(new URL(databaseUrl).password)
  expect(printed).not.toContain(masterKey)
})

async function postmasterOf(url: string): Promise<number[]> {
  const rows = await query(url, "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid")
  return rows.map(({ pid }) => Number(pid))
}
