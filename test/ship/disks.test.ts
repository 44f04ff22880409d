import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'

import { urlOfRunning } from '../../src/server/store/embedded-postgres/running-postgres.ts'
import { enter, millrace, start } from '../start/installation.ts'
import { cleanUp, type Launched, temporaryFolder } from '../start/launch.ts'
import { mountDisk, unmountDisks } from './small-disk.ts'

afterEach(async () => {
  await cleanUp()
  unmountDisks()
})

const MIB = 1024 * 1024

async function stopped(server: Launched): Promise<void> {
  server.child.kill('SIGINT')
  await server.exited
}

/** A stopped installation with one organization, in the folder `data` of that folder, and its backup beside it. */
async function installation(): Promise<string> {
  const folder = await temporaryFolder('disk')
  const data = join(folder, 'data')
  const server = start(data)
  const call = await enter(await server.url, 'signUp')
  await call('POST', '/v1/organizations', { name: 'Acme' })
  await stopped(server)
  expect(await millrace(data, ['backup', join(folder, 'backup')])).toMatchObject({ code: 0 })
  return folder
}

async function expectAcme(server: Launched): Promise<void> {
  const call = await enter(await server.url, 'signInWithPassword')
  expect(await call('GET', '/v1/organizations')).toMatchObject([{ name: 'Acme' }])
  await stopped(server)
}

/** Makes Postgres need a new file of 16 MB again and again. */
async function fillLog(store: string): Promise<void> {
  const client = new pg.Client({ connectionString: store })
  client.on('error', () => {})
  await client.connect()
  try {
    for (let n = 0; n < 20; n += 1) {
      await client.query('create table full_disk ()')
      await client.query('drop table full_disk')
      await client.query('select pg_switch_wal()')
    }
  } finally {
    await client.end()
  }
}

describe('on a disk that is full', () => {
  it.each([0, 5, 20, 45])(
    'with %i MB left, a start says so and what to do, and succeeds when there is room',
    async (left) => {
      const disk = await mountDisk({ megabytes: 300 })
      disk.fill(left * MIB)
      const { code, err } = await disk.run(['start'])
      expect({ code, err }).toEqual({
        code: 1,
        err: expect.stringContaining(
          `The disk that holds the data folder ${disk.folder}/data is full; free some space, or set DATA_DIR to another folder.`,
        ),
      })
      disk.free()
      const server = disk.start(['start'])
      expect((await fetch(`${await server.url}/readyz`)).status).toBe(200)
      await stopped(server)
    },
  )

  it('a backup says so, leaves nothing, and the one of before stays', async () => {
    const disk = await mountDisk({ megabytes: 300 })
    const server = disk.start(['start'])
    await enter(await server.url, 'signUp')
    expect(await disk.run(['backup', `${disk.folder}/first`])).toMatchObject({ code: 0 })
    for (const left of [0, 8, 16]) {
      disk.fill(left * 1024)
      expect(await disk.run(['backup', `${disk.folder}/second`])).toMatchObject({
        code: 1,
        err: expect.stringContaining(
          `The disk that holds ${disk.folder} is full; free some space, or write the backup to another place.`,
        ),
      })
      expect(readdirSync(disk.fromOutside).sort((a, b) => a.localeCompare(b))).toEqual(['data', 'filler', 'first'])
      disk.free()
    }
    expect(await disk.run(['verify-backup', `${disk.folder}/first`])).toMatchObject({ code: 0 })
    await stopped(server)
  })

  it('a restore says so, nothing half restored starts, and it is repeated when there is room', async () => {
    const backup = join(await installation(), 'backup')
    const disk = await mountDisk({ megabytes: 300 })
    for (const left of [1, 20, 45]) {
      disk.fill(left * MIB)
      expect(await disk.run(['restore', backup])).toMatchObject({
        code: 1,
        err: expect.stringContaining('is full; free some space'),
      })
      expect(await disk.run(['start'])).toMatchObject({ code: 1 })
      disk.free()
    }
    expect(await disk.run(['restore', backup])).toMatchObject({ code: 0 })
  })

  it('the daily backup says so in the log, and removes no older one', async () => {
    const disk = await mountDisk({ megabytes: 1 })
    const older = 'millrace-2020-01-01.backup'
    mkdirSync(join(disk.fromOutside, 'backups'))
    writeFileSync(join(disk.fromOutside, 'backups', older), '')
    const backups = `${disk.folder}/backups`
    disk.fill()
    const env = { DATA_DIR: await temporaryFolder(), BACKUP_DIR: backups, BACKUP_KEEP: '1' }
    const server = disk.start(['start'], env)
    await server.url
    await expect
      .poll(() => server.stderr(), { timeout: 20_000 })
      .toContain('The backup of the day failed; the next attempt is in an hour.')
    expect(server.stderr()).toContain(`The disk that holds ${backups} is full; free some space`)
    expect(readdirSync(join(disk.fromOutside, 'backups'))).toEqual([older])
    await stopped(server)
  })

  it('a server keeps everything that it said was saved, and goes on with runs when there is room', async () => {
    const disk = await mountDisk({ megabytes: 500 })
    const server = disk.start(['start'])
    const url = await server.url
    const call = await enter(url, 'signUp')
    const { id } = await call('POST', '/v1/organizations', { name: 'Acme' })
    const base = `/v1/organizations/${id}`
    const { flow } = await call('POST', `${base}/sample-data`, {})
    const { run_id } = await call('POST', `${base}/flows/${flow.id}/run`, {})

    disk.fill()
    await expect(fillLog(await urlOfRunning(`${disk.fromOutside}/data`))).rejects.toThrow()
    const saved = ['Acme']
    for (let n = 0; n < 5; n += 1) {
      const name = `Saved ${n}`
      await call('POST', '/v1/organizations', { name }).then(
        () => saved.push(name),
        () => {},
      )
    }
    disk.free()

    const isReady = () => fetch(`${url}/readyz`).then(({ status }) => status)
    await expect.poll(isReady, { timeout: 60_000 }).toBe(200)
    const names = (await call('GET', '/v1/organizations')).map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(saved))
    const ended = async (run: string) => (await call('GET', `${base}/runs/${run}`)).status
    await expect.poll(() => ended(run_id), { timeout: 90_000 }).toBe('succeeded')
    const again = await call('POST', `${base}/flows/${flow.id}/run`, {})
    await expect.poll(() => ended(again.run_id), { timeout: 90_000 }).toBe('succeeded')
    await stopped(server)
  })
})

describe('on a disk that cannot be written', () => {
  it('a start, a backup and a restore say so and what to do, and lose nothing', async () => {
    const folder = await installation()
    const before = readFileSync(join(folder, 'backup'))
    const disk = await mountDisk({ readOnly: folder })
    const cannot = (what: string) => ({ code: 1, err: expect.stringContaining(what) })
    const data = `The data folder ${folder}/data cannot be written; change its permissions, or set DATA_DIR to another folder.`
    expect(await disk.run(['start'])).toMatchObject(cannot(data))
    expect(await disk.run(['backup', '/dev/null/backup'])).toMatchObject(cannot(data))
    const empty = join(folder, 'empty')
    expect(await disk.run(['restore', join(folder, 'backup')], { DATA_DIR: empty })).toMatchObject(
      cannot(`The data folder ${empty} cannot be written; change its permissions, or set DATA_DIR to another folder.`),
    )

    const elsewhere = await temporaryFolder()
    const server = disk.start(['start'], { DATA_DIR: elsewhere, BACKUP_DIR: join(folder, 'daily') })
    await server.url
    const place = join(folder, 'second')
    expect(await disk.run(['backup', place], { DATA_DIR: elsewhere })).toMatchObject(
      cannot(`${place} cannot be used (EROFS); change its permissions, or name another file.`),
    )
    await expect.poll(() => server.stderr(), { timeout: 20_000 }).toContain('The backup of the day failed')
    expect(server.stderr()).toContain(
      `The folder ${join(folder, 'daily')} cannot be created; create it for the user of Millrace, or set BACKUP_DIR to another folder.`,
    )
    await stopped(server)

    unmountDisks()
    expect(readFileSync(join(folder, 'backup')).equals(before)).toBe(true)
    await expectAcme(start(join(folder, 'data')))
  })
})
