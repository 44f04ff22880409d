import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'

import { openBackup, verifyBackup } from '../../src/server/backup/open-backup.ts'
import { run } from '../support/run-sql.ts'
import { makeScratchFolder } from '../support/scratch-folder.ts'
import { type Api, newStore, startApi } from '../support/start-api.ts'

const PASSPHRASE = 'nine lives of a cat'
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

function scratch(): string {
  const folder = makeScratchFolder('daily')
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
async function start(environment: Record<string, string>, beside?: Api): Promise<Api> {
  const api = await startApi({ takesRuns: false, environment, ...(beside && { beside }) })
  ends.push(() => api.stop())
  return api
}
const today = () => `millrace-${new Date().toISOString().slice(0, 10)}.backup`
const failures = (...apis: Api[]) =>
  apis.flatMap(({ logged }) => logged.filter((line) => line.includes('The backup of the day failed')))
const isDone = async (api: Api) =>
  (await run<object>(api.storeUrl, 'select from millrace.daily_backups where finished_at is not null')).length === 1

it('one of many processes writes the backup of the day, with the keys, and removes those that are too old', async () => {
  const folder = scratch()
  for (const day of ['01', '02', '03']) writeFileSync(join(folder, `millrace-2020-01-${day}.backup`), '')
  writeFileSync(join(folder, 'mine.backup'), '')
  const environment = {
    BACKUP_DIR: folder,
    BACKUP_KEEP: '2',
    BACKUP_PASSPHRASE: PASSPHRASE,
    METRICS_TOKEN: 'a'.repeat(16),
  }
  const first = await start(environment)
  const second = await start(environment, first)
  await expect
    .poll(() => new Set(readdirSync(folder)), { timeout: 20_000 })
    .toEqual(new Set(['millrace-2020-01-03.backup', today(), 'mine.backup']))
  const backup = await openBackup(join(folder, today()), PASSPHRASE)
  await verifyBackup(backup).finally(() => backup.close())
  expect(backup.manifest.files.map(({ file }) => file)).toContain('master-key')
  const complete = [first, second].flatMap(({ logged }) =>
    logged.filter((line) => line.includes('The backup of the day is complete')),
  )
  expect(complete).toHaveLength(1)
  expect(failures(first, second)).toEqual([])
  const metrics = await first.fetch(null, '/metrics', { headers: { authorization: `Bearer ${'a'.repeat(16)}` } })
  expect(await metrics.text()).toMatch(/millrace_last_backup_timestamp_seconds 1\d{9}/)
}, 40_000)

it('a backup that fails is logged as an error, removes no older one, and is tried again after an hour', async () => {
  const place = scratch()
  const folder = join(place, 'backups')
  writeFileSync(folder, 'a file in its place')
  const environment = { BACKUP_DIR: folder, BACKUP_KEEP: '1' }
  const first = await start(environment)
  await expect.poll(() => failures(first), { timeout: 20_000 }).toHaveLength(1)

  rmSync(folder)
  mkdirSync(folder)
  writeFileSync(join(folder, 'millrace-2020-01-01.backup'), '')
  await start(environment, first)
  expect(await isDone(first)).toBe(false)
  await run(first.storeUrl, `update millrace.daily_backups set tried_at = now() - interval '61 minutes'`)
  await start(environment, first)
  await expect.poll(() => readdirSync(folder), { timeout: 20_000 }).toEqual([today()])
  expect(await isDone(first)).toBe(true)
}, 40_000)

it('the backup of the day is read from a standby, if there is one', async () => {
  const folder = scratch()
  const store = await newStore()
  ends.push(() => store.postgres.stop())
  const first = await startApi({ takesRuns: false, beside: store })
  await first.organizationOf('ada')
  await first.stop()
  // Stands for a standby: a copy of the store, in which one organization is more.
  const standby = store.storeUrl.replace(/\/[^/]*$/, '/standby')
  await run(store.postgres.url, `create database standby template ${new URL(store.storeUrl).pathname.slice(1)}`)
  await run(standby, `insert into millrace.organizations (name) values ('only there')`)
  const again = await startApi({
    takesRuns: false,
    beside: { ...store, masterKey: first.masterKey },
    environment: { BACKUP_DIR: folder, DATABASE_URL: store.storeUrl, DATABASE_READ_URL: standby },
  })
  ends.push(() => again.stop())
  await expect.poll(() => isDone(again), { timeout: 20_000 }).toBe(true)
  const backup = await openBackup(join(folder, today()), undefined)
  await backup.close()
  expect(backup.manifest.organizations).toBe(2)
}, 60_000)
