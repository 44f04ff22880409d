import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

import { urlOfRunning } from '../../src/server/store/embedded-postgres/running-postgres.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { run } from '../support/run-sql.ts'
import { enter, millrace, PROGRAM, start } from './installation.ts'
import { cleanUp, launch, temporaryFolder } from './launch.ts'

const PASSPHRASE = { BACKUP_PASSPHRASE: 'nine lives of a cat' }

let outside: RunningPostgres | undefined
afterEach(async () => {
  await cleanUp()
  await outside?.stop()
  outside = undefined
})

/** A stopped installation with one organization, and its backup. */
async function installation() {
  const folder = await temporaryFolder()
  const files = await temporaryFolder('backups of')
  const server = start(folder)
  const call = await enter(await server.url, 'signUp')
  await call('POST', '/v1/organizations', { name: 'Acme' })
  const file = join(files, 'hot.backup')
  return { folder, files, server, call, file }
}

describe('an embedded installation', () => {
  it('is backed up while it runs or not, and restored elsewhere with its people and keys', async () => {
    const { folder, files, server, call, file } = await installation()
    const [{ id: organization }] = await call('GET', '/v1/organizations')
    const secrets = { host: '127.0.0.1', port: 1, user: 'me', password: 'swordfish', dbname: 'shop' }
    await call('POST', `/v1/organizations/${organization}/integrations`, {
      name: 'Shop',
      type: 'postgres',
      credentials: secrets,
    })

    // As a rotation of the key leaves it for a while.
    const earlierKey = `${new Date().toISOString()} ${randomBytes(32).toString('base64')}\n`
    await writeFile(join(folder, 'master-key.previous'), earlierKey, { mode: 0o600 })

    expect((await millrace(folder, ['backup', '--with-keys', file])).err).toContain('needs a passphrase')
    const hot = await millrace(folder, ['backup', '--with-keys', file], PASSPHRASE)
    expect(hot).toMatchObject({ code: 0, out: expect.stringContaining('contains    1 organization,') })
    server.child.kill('SIGINT')
    await server.exited
    const cold = await millrace(folder, ['backup', join(files, 'cold.backup')])
    expect(cold).toMatchObject({ code: 0, out: expect.stringContaining('master key  not included') })

    const verified = await millrace(await temporaryFolder(), ['verify-backup', file], PASSPHRASE)
    expect(verified).toMatchObject({ code: 0, out: expect.stringContaining('complete and unchanged') })
    expect(await millrace(folder, ['restore', file], PASSPHRASE)).toMatchObject({
      code: 1,
      err: expect.stringContaining('A restore needs an empty place'),
    })

    const elsewhere = await temporaryFolder('restored')
    expect(await millrace(elsewhere, ['restore', file], PASSPHRASE)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Schedules are paused'),
    })
    expect(await readFile(join(elsewhere, 'master-key.previous'), 'utf8')).toBe(earlierKey)
    const restored = start(elsewhere)
    const there = await enter(await restored.url, 'signInWithPassword')
    expect(await there('GET', '/v1/organizations')).toMatchObject([{ id: organization, schedules_paused: true }])
    const [integration] = await there('GET', `/v1/organizations/${organization}/integrations`)
    const details = await there('GET', `/v1/organizations/${organization}/integrations/${integration.id}/details`)
    expect(JSON.stringify(details)).toContain('"user":"me"')
    expect(await millrace(elsewhere, ['resume-schedules'])).toMatchObject({
      code: 0,
      out: 'The schedules of Acme start runs again.\n',
    })
    expect((await there('GET', '/v1/organizations'))[0].schedules_paused).toBeUndefined()
  })

  it('is moved into another Postgres by one command, and does not run twice', async () => {
    outside = await startPostgres()
    await run(outside.url, 'create database millrace')
    const databaseUrl = outside.url.replace(/\/[^/]*$/, '/millrace')
    const { folder, files, server, call } = await installation()
    const [{ id: organization }] = await call('GET', '/v1/organizations')
    const base = `/v1/organizations/${organization}`
    const credentials = { host: '127.0.0.1', port: 1, user: 'me', password: 'swordfish', dbname: 'shop' }
    const integration = await call('POST', `${base}/integrations`, { name: 'Shop', type: 'postgres', credentials })
    const draft = { name: 'Shop', type: 'postgres', integration_id: integration.id }
    const { id } = await call('POST', `${base}/connections`, draft)
    await call('POST', `${base}/flows`, { name: 'Orders', source_connection: { id }, destination_connection: { id } })
    const [waiting] = await run<{ id: string }>(
      await urlOfRunning(folder),
      `insert into millrace.runs (organization_id, flow_id, flow_version, flow_snapshot, trigger)
       select organization_id, id, version, jsonb_build_object('sourceConnectionId', source_connection_id,
         'destinationConnectionId', destination_connection_id, 'config', config), 'person' from millrace.flows returning id`,
    )
    const target = join(files, 'url')
    writeFileSync(target, `${databaseUrl}\n`)
    expect(await millrace(folder, ['move-store', '--to-file', target])).toMatchObject({
      code: 1,
      err: expect.stringContaining('is in use by process'),
    })
    server.child.kill('SIGINT')
    await server.exited

    const moved = await millrace(folder, ['move-store', '--to-file', target])
    expect(moved).toMatchObject({ code: 0, out: expect.stringContaining('the same on both sides. 1 runs go on') })
    expect(await start(folder).exited).toMatchObject({ code: 1 })
    const after = start(folder, { DATABASE_URL: databaseUrl })
    const there = await enter(await after.url, 'signInWithPassword')
    expect(await there('GET', '/v1/organizations')).toMatchObject([{ name: 'Acme' }])
    const ended = async () => (await there('GET', `${base}/runs/${waiting?.id}`)).finished_at
    await expect.poll(ended, { timeout: 90_000 }).toBeTruthy()
  })
})

describe('where there is no room', () => {
  const limited = (folder: string, words: readonly string[], blocks: number) =>
    launch(folder, {
      command: '/bin/sh',
      args: ['-c', `ulimit -f ${blocks}; exec "$@"`, 'sh', process.execPath, ...PROGRAM, ...words],
    })

  it('a backup says so, and leaves nothing', async () => {
    const { folder, files, file } = await installation()
    const backup = limited(folder, ['backup', file], 16)
    expect(await backup.exited).toMatchObject({ code: 1 })
    expect(backup.stderr()).toContain('may not become as large as the backup')
    expect(await readdir(files)).toEqual([])
  })

  it('a restore says so, the start is refused, and the restore is repeated where there is room', async () => {
    const { folder, file } = await installation()
    await millrace(folder, ['backup', file])
    const elsewhere = await temporaryFolder('restored')
    const restore = limited(elsewhere, ['restore', file], 512)
    expect(await restore.exited).toMatchObject({ code: 1 })
    expect(restore.stderr()).toMatch(/could not be started: .*(large|extend|write)/)
    expect(await start(elsewhere).exited).toMatchObject({ code: 1 })
    expect(await millrace(elsewhere, ['restore', file])).toMatchObject({ code: 0 })
    expect(await readFile(join(elsewhere, 'local-accounts.json'), 'utf8')).toBe(
      readFileSync(join(folder, 'local-accounts.json'), 'utf8'),
    )
  })
})
