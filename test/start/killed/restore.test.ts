import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import { type RunningPostgres, startPostgres } from '../../support/postgres/start-postgres.ts'
import { run } from '../../support/run-sql.ts'
import { makeScratchFolder } from '../../support/scratch-folder.ts'
import { enter, millrace, start } from '../installation.ts'
import { cleanUp, type Launched, temporaryFolder } from '../launch.ts'
import { contentOf, LONG, pointsOf, runKilled } from './run-killed.ts'

const PASSPHRASE = { BACKUP_PASSPHRASE: 'nine lives of a cat' }

const folderOfBackup = makeScratchFolder('backup of')
const backup = join(folderOfBackup, 'backup')
let outside: RunningPostgres | undefined

beforeAll(async () => {
  const folder = await temporaryFolder()
  const server = start(folder)
  const call = await enter(await server.url, 'signUp')
  await call('POST', '/v1/organizations', { name: 'Acme' })
  await stopped(server)
  expect(await millrace(folder, ['backup', '--with-keys', backup], PASSPHRASE)).toMatchObject({ code: 0 })
})
afterAll(() => rm(folderOfBackup, { recursive: true }))
afterEach(async () => {
  await cleanUp()
  await outside?.stop()
})

async function stopped(server: Launched): Promise<void> {
  server.child.kill('SIGINT')
  await server.exited
}

async function expectWhole(folder: string, env = {}): Promise<void> {
  const server = start(folder, env)
  const call = await enter(await server.url, 'signInWithPassword')
  expect(await call('GET', '/v1/organizations')).toMatchObject([{ name: 'Acme', schedules_paused: true }])
  await stopped(server)
}

it('a restore that is killed at any write is no installation that starts, until it is repeated', {
  timeout: LONG,
}, async () => {
  const undisturbed = await temporaryFolder('restored')
  const points = await pointsOf({ tries: 1 }, undisturbed, ['restore', backup], { env: PASSPHRASE })
  expect(points.length).toBeGreaterThan(0)
  const whole = contentOf(undisturbed)
  let interrupted = 0
  for (const at of points) {
    const folder = await temporaryFolder('restored')
    await runKilled(folder, ['restore', backup], { at, env: PASSPHRASE })
    if (existsSync(join(folder, 'restoring'))) {
      interrupted += 1
      const refused = start(folder)
      expect(await refused.exited).toMatchObject({ code: 1 })
      expect(refused.stderr()).toContain('Run "millrace restore" with the same backup again')
    }
    const again = await millrace(folder, ['restore', backup], PASSPHRASE)
    // Only a restore that was complete is refused.
    if (again.code !== 0) expect(again.err).toContain('A restore needs an empty place')
    expect(contentOf(folder), `killed at ${at}`).toEqual(whole)
    await expectWhole(folder)
    await rm(folder, { recursive: true })
  }
  expect(interrupted).toBeGreaterThan(0)
})

it('a restore into another Postgres that is killed at any write or message leaves the database empty or complete', {
  timeout: LONG,
}, async () => {
  outside = await startPostgres()
  const { url } = outside
  let count = 0
  const emptyDatabase = async () => {
    count += 1
    await run(url, `create database restored_${count}`)
    return { ...PASSPHRASE, DATABASE_URL: url.replace(/\/[^/]*$/, `/restored_${count}`) }
  }
  const words = ['restore', backup]
  const first = { ...(await emptyDatabase()), KILL_MESSAGES: 'yes' }
  for (const at of await pointsOf({ tries: 1, everyInFull: 13 }, await temporaryFolder('restored'), words, {
    env: first,
  })) {
    const folder = await temporaryFolder('restored')
    const env = await emptyDatabase()
    await runKilled(folder, words, { at, env: { ...env, KILL_MESSAGES: 'yes' } })
    const again = await millrace(folder, words, env)
    if (again.code !== 0) expect(again.err).toMatch('A restore needs an empty')
    expect(await run(env.DATABASE_URL, 'select name from millrace.organizations')).toEqual([{ name: 'Acme' }])
    await expectWhole(folder, env)
    await run(url, `drop database restored_${count}`)
    await rm(folder, { recursive: true })
  }
})
