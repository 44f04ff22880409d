import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'

import { openBackup, verifyBackup } from '../../../src/server/backup/open-backup.ts'
import { type RunningPostgres, startPostgres } from '../../support/postgres/start-postgres.ts'
import { run } from '../../support/run-sql.ts'
import { enter, millrace, start } from '../installation.ts'
import { cleanUp, type Launched, temporaryFolder } from '../launch.ts'
import { LONG, pointsOf, runKilled } from './run-killed.ts'

let outside: RunningPostgres | undefined
afterEach(async () => {
  await cleanUp()
  await outside?.stop()
})

const DAY_MS = 24 * 60 * 60 * 1000
const isUnfinished = (name: string) => name.includes('.unfinished-')

async function expectComplete(file: string): Promise<void> {
  const backup = await openBackup(file, undefined)
  await verifyBackup(backup).finally(() => backup.close())
  expect(backup.manifest.organizations).toBe(1)
}

/** As if the killed ones were of the day before yesterday. */
function age(folder: string): void {
  const then = new Date(Date.now() - 2 * DAY_MS)
  for (const name of readdirSync(folder).filter(isUnfinished)) utimesSync(join(folder, name), then, then)
}

it('a backup that is killed at any write has no name until it is complete, and its rest is removed by a later one', {
  timeout: LONG,
}, async () => {
  const folder = await temporaryFolder()
  const server = start(folder)
  const call = await enter(await server.url, 'signUp')
  await call('POST', '/v1/organizations', { name: 'Acme' })
  const files = await temporaryFolder('backups of')
  const points = await pointsOf({ tries: 2 }, folder, ['backup', join(files, 'first')])
  expect(points.length).toBeGreaterThan(1)
  let interrupted = 0
  for (const at of points) {
    const file = join(files, `${at}.backup`)
    await runKilled(folder, ['backup', file], { at })
    if (!existsSync(file)) {
      interrupted += 1
      expect(await millrace(folder, ['backup', file])).toMatchObject({ code: 0 })
    }
    await expectComplete(file)
  }
  expect(interrupted).toBeGreaterThan(0)
  expect(readdirSync(files).filter(isUnfinished)).not.toEqual([])
  age(files)
  expect(await millrace(folder, ['backup', join(files, 'another')])).toMatchObject({ code: 0 })
  expect(readdirSync(files).filter(isUnfinished)).toEqual([])
})

it('a daily backup that is killed at any write is made an hour later, by the next process', {
  timeout: LONG,
}, async () => {
  outside = await startPostgres()
  const store = outside.url
  const folder = await temporaryFolder()
  const backups = await temporaryFolder('backups of')
  const env = { DATABASE_URL: store, BACKUP_DIR: backups, BACKUP_KEEP: '1' }
  const isDone = async () => {
    const [row] = await run<{ isDone: boolean }>(
      store,
      'select finished_at is not null as "isDone" from millrace.daily_backups',
    )
    return row?.isDone === true
  }
  const forget = async () => {
    await run(store, 'delete from millrace.daily_backups')
    for (const name of readdirSync(backups)) rmSync(join(backups, name))
    writeFileSync(join(backups, 'millrace-2020-01-01.backup'), '')
  }
  const complete = () => readdirSync(backups).filter((name) => !isUnfinished(name))
  const stopped = async (server: Launched) => {
    server.child.kill('SIGINT')
    await server.exited
  }
  const before = start(folder, { DATABASE_URL: store })
  const call = await enter(await before.url, 'signUp')
  await call('POST', '/v1/organizations', { name: 'Acme' })
  await stopped(before)

  const daily = { env: { ...env, KILL_BELOW: backups }, isDone }
  await forget()
  // Between its first and its last writes are those of every backup.
  const points = await pointsOf({ tries: 1, everyInFull: 7 }, folder, ['start'], daily)
  expect(points.length).toBeGreaterThan(0)
  for (const at of points) {
    await forget()
    await runKilled(folder, ['start'], { ...daily, at })
    for (const name of complete().slice(1)) await expectComplete(join(backups, name))
    await run(store, `update millrace.daily_backups set tried_at = now() - interval '61 minutes'`)
    const server = start(folder, env)
    await expect.poll(isDone, { timeout: 60_000 }).toBe(true)
    await expect.poll(complete, { timeout: 60_000 }).toEqual([expect.stringMatching(/^millrace-(?!2020)/)])
    await stopped(server)
    await expectComplete(join(backups, complete()[0] ?? ''))
  }
})
