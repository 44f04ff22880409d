import { existsSync } from 'node:fs'
import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'

import { cleanUp, family, killAll, type Launched, launch, temporaryFolder, WITHOUT_LOCAL_ACCOUNTS } from './launch.ts'

const elsewhere: string[] = []

afterEach(async () => {
  await cleanUp()
  for (const folder of elsewhere.splice(0)) await rm(folder, { recursive: true, force: true })
})

/** A data folder below one that nobody but its owner enters, such as a clone in root's home. */
async function lockedFolder(): Promise<string> {
  const folder = await temporaryFolder()
  await chmod(folder, 0o700)
  return join(folder, 'data')
}

const start = (dataDir: string) => launch(dataDir, { env: WITHOUT_LOCAL_ACCOUNTS })

async function query(server: Launched, sql: string): Promise<unknown[]> {
  const { databaseUrl } = (await (await fetch(await server.url)).json()) as { databaseUrl: string }
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function stops(server: Launched): Promise<void> {
  server.child.kill('SIGTERM')
  await server.exited
}

it('keeps its database in the data folder, whoever may enter the folders above, and has it again after kill -9', async () => {
  const folder = await lockedFolder()
  const first = start(folder)
  await query(first, 'create table kept as select 1 as n')
  expect(existsSync(join(folder, 'postgres', 'cluster', 'PG_VERSION'))).toBe(true)
  expect(existsSync(join(folder, 'postgres-location'))).toBe(false)
  expect((await stat(join(folder, '..'))).mode & 0o777).toBe(0o700)
  killAll(family(first.child.pid ?? 0))
  await first.exited

  expect(await query(start(folder), 'select n from kept')).toEqual([{ n: 1 }])
})

it('ends the server that a killed predecessor left running there', async () => {
  const folder = await lockedFolder()
  const first = start(folder)
  await query(first, 'create table kept as select 1 as n')
  // The guard goes first, so that nobody ends the database.
  const pids = family(first.child.pid ?? 0)
  const postmaster = Number(
    (await readFile(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0],
  )
  killAll(pids.filter((pid) => !family(postmaster).includes(pid)).toReversed())
  await first.exited

  const second = start(folder)
  expect(await query(second, 'select n from kept')).toEqual([{ n: 1 }])
  expect(second.stderr()).toContain('Stopping the Postgres server that an earlier process left behind.')
})

/** As a version left it that kept the database outside of a locked data folder. */
async function keptOutside(place: string): Promise<{ folder: string; outside: string }> {
  const folder = await lockedFolder()
  const server = start(folder)
  await query(server, 'create table kept as select generate_series(1, 1000) as n')
  await stops(server)
  const parent = await mkdtemp(join(place, 'millrace-outside-'))
  elsewhere.push(parent)
  await chmod(parent, 0o755)
  const outside = join(parent, 'home')
  await rename(join(folder, 'postgres'), outside).catch(async () => {
    await cp(join(folder, 'postgres'), outside, { recursive: true, preserveTimestamps: true })
    await rm(join(folder, 'postgres'), { recursive: true })
  })
  await writeFile(join(folder, 'postgres-location'), outside)
  return { folder, outside }
}

it.each([tmpdir(), existsSync('/dev/shm') ? '/dev/shm' : tmpdir()])(
  'moves a database that an earlier version kept outside, below %s, into the data folder',
  async (place) => {
    const { folder, outside } = await keptOutside(place)
    const server = start(folder)
    expect(await query(server, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }])
    expect(server.stderr()).toContain('The database has moved into the data folder')
    await stops(server)
    expect(existsSync(outside)).toBe(false)
    expect((await readdir(folder)).filter((name) => /^postgres(-location|\..*)?$/.test(name))).toEqual(['postgres'])
    expect(await query(start(folder), 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }])
  },
)

it('goes on with a move that was cut short, whenever that was', async () => {
  const { folder, outside } = await keptOutside(tmpdir())
  // While it was copied: what is there is not whole.
  await cp(join(outside, 'password'), join(folder, 'postgres.moving', 'password'))
  const server = start(folder)
  expect(await query(server, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }])
  await stops(server)

  // When it was copied, and the original already put aside.
  await rename(join(folder, 'postgres'), join(folder, 'postgres.moving'))
  await writeFile(join(folder, 'postgres-location'), outside)
  expect(await query(start(folder), 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }])
})

it('says that it has two databases rather than to choose one, and which is missing when it has none', async () => {
  const { folder, outside } = await keptOutside(tmpdir())
  await cp(outside, join(folder, 'postgres'), { recursive: true })
  const both = start(folder)
  expect((await both.exited).code).toBe(1)
  expect(both.stderr()).toContain(`There are two databases of the data folder ${folder}:`)

  await rm(join(folder, 'postgres'), { recursive: true })
  await rm(outside, { recursive: true })
  const neither = start(folder)
  expect((await neither.exited).code).toBe(1)
  expect(neither.stderr()).toContain(`was kept in ${outside}, which is gone; restore it`)
})
