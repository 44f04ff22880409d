import { createHash, randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createArchive } from '../../src/server/backup/archive/archive-writer.ts'
import { FORMAT, MANIFEST, MANIFEST_CHECK } from '../../src/server/backup/manifest.ts'
import { openBackup, verifyBackup } from '../../src/server/backup/open-backup.ts'
import { restoreBackup } from '../../src/server/backup/restore-backup.ts'
import { writeBackup } from '../../src/server/backup/write-backup.ts'
import { VERSION } from '../../src/server/host/version.ts'
import { urlOfDatabase } from '../support/add-postgres-connection.ts'
import { startPostgres } from '../support/postgres/start-postgres.ts'
import { run } from '../support/run-sql.ts'
import { makeScratchFolder } from '../support/scratch-folder.ts'
import { addEnds, endedRun } from '../support/shop.ts'
import { type Api, startApi } from '../support/start-api.ts'
import { makeStoreOfVersion } from '../support/store-of-version.ts'

const PASSPHRASE = 'nine lives of a cat'
const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const STREAM = { entity: 'public.visits', target: 'visits', mode: 'append', cursor: 'id' }
const YEARLY = { cron: '0 0 1 1 *', timezone: 'UTC' }
const ACCOUNTS = '{"accounts":[]}'

let api: Api
let base: string
let flowUrl: string
let folder: string
let shop: string
let warehouse: string

beforeAll(async () => {
  folder = makeScratchFolder('backup')
  api = await startApi()
  base = `/v1/organizations/${await api.organizationOf('ada')}`
  await run(api.postgres.url, 'create database shop')
  await run(api.postgres.url, 'create database warehouse')
  shop = urlOfDatabase(api, 'shop')
  warehouse = urlOfDatabase(api, 'warehouse')
  await run(
    shop,
    `create table visits (id int primary key, place text); insert into visits values (1, E'a\\nb'), (2, '\\N')`,
  )
  const ends = await addEnds(api, base)
  const config = { streams: [STREAM], transformations: [], schedule: YEARLY }
  const { body } = await api.call('ada', 'POST', `${base}/flows`, { name: 'Visits', config, ...ends })
  flowUrl = `${base}/flows/${body.id}`
})
afterAll(async () => {
  await api.stop()
  rmSync(folder, { recursive: true, force: true })
})

const fresh = (name: string) => join(folder, `${name}-${randomUUID().slice(0, 8)}`)
const source = () => ({ databaseUrl: api.storeUrl, files: async () => ({ 'local-accounts.json': ACCOUNTS }) })
const written = async (passphrase?: string) => {
  const file = fresh('file')
  await writeBackup(source(), file, passphrase)
  return file
}
async function emptyDatabase(): Promise<string> {
  const name = `restored_${randomUUID().slice(0, 8)}`
  await run(api.postgres.url, `create database ${name}`)
  return urlOfDatabase(api, name)
}
async function verified(file: string, passphrase?: string) {
  const backup = await openBackup(file, passphrase)
  await verifyBackup(backup).finally(() => backup.close())
  return backup.manifest
}
async function restored(file: string, { passphrase = undefined as string | undefined, dataDir = fresh('data') } = {}) {
  const databaseUrl = await emptyDatabase()
  const backup = await openBackup(file, passphrase)
  await restoreBackup(backup, { dataDir, databaseUrl, log: SILENT }).finally(() => backup.close())
  return { databaseUrl, dataDir }
}
const ended = (server: Api, runId: string) => endedRun(server, base, runId)
const runNow = async (server: Api) => {
  const { body } = await server.call('ada', 'POST', `${flowUrl}/run`)
  return ended(server, body.run_id)
}
const visits = async () =>
  (await run<{ id: number }>(warehouse, 'select id from visits order by id')).map(({ id }) => id)

describe('an installation that is restored from a backup', () => {
  it('continues where the backup was made, moves no row twice, starts no schedule, and keeps the original from writing', async () => {
    expect(await runNow(api)).toMatchObject({ status: 'succeeded', rows_written: 2 })
    const file = await written()
    // The original goes on after the backup.
    await run(shop, `insert into visits values (3, 'later')`)
    expect(await runNow(api)).toMatchObject({ rows_written: 1 })

    const { databaseUrl, dataDir } = await restored(file)
    expect(readFileSync(join(dataDir, 'local-accounts.json'), 'utf8')).toBe(ACCOUNTS)
    await run(databaseUrl, `update millrace.flows set due_at = now()`)
    await run(shop, `insert into visits values (4, 'new')`)
    const other = await startApi({ beside: { ...api, storeUrl: databaseUrl } })
    try {
      const { body: runs } = await other.call('ada', 'GET', `${flowUrl}/runs`)
      expect(runs.runs).toMatchObject([{ status: 'succeeded', rows_written: 2 }])
      const first = await runNow(other)
      // As after every run it reads a little again; from the beginning, it would have no window.
      expect(first.streams).toMatchObject([
        { rows_written: 1, rows_filtered: 3, window: { from: '-9998', until: '4' } },
      ])
      expect(await visits()).toEqual([1, 2, 3, 4])
      expect(await runNow(api)).toMatchObject({ status: 'failed', error: { code: 'FENCED' } })
      const { body: listed } = await other.call('ada', 'GET', `${flowUrl}/runs`)
      expect(listed.runs.map(({ trigger }: { trigger: string }) => trigger)).toEqual(['person', 'person'])

      const { body: paused } = await other.call('ada', 'GET', '/v1/organizations')
      expect(paused).toMatchObject([{ schedules_paused: true, restored_at: expect.any(String) }])
      const renamed = await other.call('ada', 'PUT', base, paused[0])
      expect(renamed.body).toEqual(paused[0])
      const { body: resumed } = await other.call('ada', 'POST', `${base}/resume-schedules`)
      expect(resumed.schedules_paused).toBeUndefined()
      const triggers = async () =>
        (await other.call('ada', 'GET', `${flowUrl}/runs`)).body.runs.map(({ trigger }: { trigger: string }) => trigger)
      await expect.poll(triggers, { timeout: 10_000 }).toEqual(['schedule', 'person', 'person'])
      const { body: log } = await other.call('ada', 'GET', `${base}/audit?action=organization.schedules-resumed`)
      expect(log.events).toHaveLength(1)
    } finally {
      await other.stop()
    }
  }, 60_000)

  it('ends what was under way, and sends nothing a second time', async () => {
    const [flow] = await run<{ id: string; organization_id: string }>(
      api.storeUrl,
      'select id, organization_id from millrace.flows',
    )
    const values = [flow?.organization_id, flow?.id]
    const snapshot = `'{"sourceConnectionId":"","destinationConnectionId":"","config":{"streams":[]}}'`
    const [made] = await run<{ id: string }>(
      api.storeUrl,
      `insert into millrace.runs (organization_id, flow_id, flow_version, flow_snapshot, trigger, status) values ($1, $2, 1, ${snapshot}, 'person', 'running') returning id`,
      values,
    )
    await run(
      api.storeUrl,
      `insert into millrace.outbox (run_id, target, organization_id, status, rows) values ($1, 'mail', $2, 'sending', 5)`,
      [made?.id, flow?.organization_id],
    )
    const file = await written()
    await run(api.storeUrl, 'delete from millrace.runs where id = $1', [made?.id])
    const { databaseUrl } = await restored(file)
    expect(
      await run(
        databaseUrl,
        `select status, error->>'code' as code, finished_at is not null as ended from millrace.runs where id = $1`,
        [made?.id],
      ),
    ).toEqual([{ status: 'failed', code: 'RESTORED', ended: true }])
    expect(await run(databaseUrl, 'select status, settled_at is not null as settled from millrace.outbox')).toEqual([
      { status: 'unknown', settled: true },
    ])
  })

  it('is made by this version from the backup of an earlier one', async () => {
    const old = await emptyDatabase()
    await makeStoreOfVersion(old, '0025-audit-addresses.sql')
    await run(
      old,
      `insert into millrace.organizations (name) values ('Old'); insert into millrace.users (uid) values ('ada')`,
    )
    const file = fresh('old')
    await writeBackup({ databaseUrl: old, files: async () => ({}) }, file, undefined)
    const { databaseUrl } = await restored(file)
    expect(await run(databaseUrl, 'select name, schedules_paused from millrace.organizations')).toEqual([
      { name: 'Old', schedules_paused: true },
    ])
    const [newest] = await run<{ name: string }>(databaseUrl, 'select max(name) as name from millrace.migrations')
    expect(newest?.name).toMatch(/^0(03[5-9]|0[4-9]|1)/)
  })
})

it('a role without special rights, on an older Postgres, is enough to restore, to work, and to be backed up', async () => {
  const postgres = await startPostgres({ version: 15 })
  try {
    await run(postgres.url, `create role plain login password 'plain'`)
    const plainDatabase = async (name: string) => {
      await run(postgres.url, `create database ${name} owner plain`)
      return `postgres://plain:plain@127.0.0.1:${postgres.port}/${name}`
    }
    const [first, second] = [await plainDatabase('first'), await plainDatabase('second')]
    const into = async (file: string, databaseUrl: string) => {
      const backup = await openBackup(file, undefined)
      const target = { dataDir: fresh('data'), databaseUrl, log: SILENT }
      await restoreBackup(backup, target).finally(() => backup.close())
      return backup.manifest.tables.map(({ name, rows }) => [name, rows])
    }
    const before = await into(await written(), first)
    const there = await startApi({ takesRuns: false, beside: { ...api, storeUrl: first } })
    const { body: flows } = await there.call('ada', 'GET', `${base}/flows`)
    await there.stop()
    expect(flows).toMatchObject([{ name: 'Visits' }])
    const again = fresh('again')
    await writeBackup({ databaseUrl: first, files: async () => ({}) }, again, undefined)
    const after = Object.fromEntries(await into(again, second))
    // Its own start has written the time of sign-in, and nothing else.
    expect(after).toEqual({ ...Object.fromEntries(before), google_consents: 0 })
    const [forced] = await run<{ count: number }>(
      second,
      `select count(*)::int from pg_class where relnamespace = 'millrace'::regnamespace and relrowsecurity and not relforcerowsecurity`,
    )
    expect(forced?.count).toBe(0)
  } finally {
    await postgres.stop()
  }
}, 60_000)

describe('a backup', () => {
  it('shows one moment, however much is written meanwhile', async () => {
    const organization = base.split('/')[3]
    let isWriting = true
    // Each statement writes as many lines as there are organizations of that name: both tables belong to one moment.
    const writer = (async () => {
      while (isWriting) {
        await run(
          api.storeUrl,
          `with named as (insert into millrace.organizations (name) values ('load') returning id)
           insert into millrace.audit_events (organization_id, actor_uid, action) select id, 'load', 'load.load' from named`,
        )
        await sleep(10)
      }
    })()
    try {
      const { databaseUrl } = await restored(await written())
      const [row] = await run<{ organizations: number; events: number }>(
        databaseUrl,
        `select (select count(*)::int from millrace.organizations where name = 'load') as organizations,
           (select count(*)::int from millrace.audit_events where action = 'load.load') as events`,
      )
      expect(row?.organizations).toBe(row?.events)
      // The restored store gives no number twice.
      await run(
        databaseUrl,
        `insert into millrace.audit_events (organization_id, actor_uid, action) values ($1, 'x', 'x.x')`,
        [organization],
      )
    } finally {
      isWriting = false
      await writer
      await run(api.storeUrl, `delete from millrace.organizations where name = 'load'`)
    }
  })

  it('says what is in it, and only with its passphrase if it has one', async () => {
    const sealed = await written(PASSPHRASE)
    expect(await verified(sealed, PASSPHRASE)).toMatchObject({
      organizations: 1,
      files: [{ file: 'local-accounts.json' }],
    })
    await expect(openBackup(sealed, 'another passphrase')).rejects.toThrow('The passphrase is not the one')
    await expect(openBackup(sealed, undefined)).rejects.toThrow('is sealed with a passphrase; set BACKUP_PASSPHRASE')
    expect(readFileSync(sealed).includes('local-accounts')).toBe(true)
    expect(readFileSync(sealed).includes(Buffer.from('"accounts"'))).toBe(false)
  })

  it.each([
    ['sealed', PASSPHRASE],
    ['open', undefined],
  ])('that is %s is refused with any byte changed, and without any part of its end', async (_, passphrase) => {
    const file = await written(passphrase)
    const bytes = readFileSync(file)
    const damaged = fresh('damaged')
    const refused = async (what: string) =>
      expect(
        await verified(damaged, passphrase).then(
          () => what,
          (error: Error) => error.name,
        ),
      ).toBe('StartFailure')
    // With a passphrase each attempt costs half a second of a core, and a hash notices the rest as without.
    const attempts = passphrase === undefined ? 400 : 8
    for (let n = 0; n < attempts; n++) {
      const at = Math.floor((bytes.length / attempts) * (n + Math.random()))
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ (1 << (n % 8))
      writeFileSync(damaged, changed)
      await refused(`byte ${at}`)
    }
    for (const length of [
      0,
      1,
      512,
      513,
      bytes.length - 1025,
      bytes.length - 1024,
      bytes.length - 512,
      bytes.length - 1,
    ]) {
      copyFileSync(file, damaged)
      truncateSync(damaged, length)
      await refused(`length ${length}`)
    }
    writeFileSync(damaged, Buffer.concat([bytes, Buffer.alloc(512)]))
    await refused('more at the end')
  })

  it('is never written over a file, and leaves nothing behind when it fails', async () => {
    const file = await written()
    const before = readFileSync(file)
    await expect(writeBackup(source(), file, undefined)).rejects.toThrow('exists already')
    expect(readFileSync(file).equals(before)).toBe(true)
    const failing = fresh('failing')
    const databaseUrl = await emptyDatabase()
    await expect(writeBackup({ ...source(), databaseUrl }, failing, undefined)).rejects.toThrow('nothing to back up')
    expect(readdirSync(folder).filter((name) => name.startsWith('failing') || name.includes('unfinished'))).toEqual([])
  })
})

describe('a restore', () => {
  it('changes nothing where something is', async () => {
    const file = await written()
    const dataDir = fresh('used')
    const { databaseUrl } = await restored(file, { dataDir })
    const backup = await openBackup(file, undefined)
    const into = (target: object) =>
      restoreBackup(backup, { dataDir: fresh('data'), databaseUrl, log: SILENT, ...target })
    await expect(into({})).rejects.toThrow('needs an empty database')
    await expect(into({ dataDir, databaseUrl: await emptyDatabase() })).rejects.toThrow('contains local-accounts.json')
    await backup.close()
    expect(existsSync(join(dataDir, 'restoring'))).toBe(false)
  })

  it('refuses the backup of a later version, whose format or migrations it does not know, and changes nothing', async () => {
    const newerFormat = fresh('newer')
    const text = JSON.stringify({ ...(await verified(await written())), format: FORMAT + 1, version: '99.0.0' })
    const archive = await createArchive(newerFormat, 0)
    const add = (name: string, content: string) => archive.add(name, Readable.from([Buffer.from(content)]))
    await add(MANIFEST, text)
    await add(MANIFEST_CHECK, JSON.stringify({ sha256: createHash('sha256').update(text).digest('hex') }))
    await archive.finish()
    await archive.close()
    await expect(openBackup(newerFormat, undefined)).rejects.toThrow(
      `${newerFormat} was written by a newer version of Millrace (99.0.0); use that version.`,
    )

    const newerStore = await emptyDatabase()
    await makeStoreOfVersion(newerStore, '0036-daily-backups.sql')
    await run(newerStore, `insert into millrace.migrations (name) values ('9999-later.sql')`)
    const file = fresh('newer')
    await writeBackup({ databaseUrl: newerStore, files: async () => ({}) }, file, undefined)
    const [databaseUrl, dataDir] = [await emptyDatabase(), fresh('data')]
    const backup = await openBackup(file, undefined)
    const restoring = restoreBackup(backup, { dataDir, databaseUrl, log: SILENT }).finally(() => backup.close())
    await expect(restoring).rejects.toThrow(
      `The backup was written by a newer version of Millrace (${VERSION}, with 9999-later.sql); use that version to restore it. Nothing was changed.`,
    )
    expect(existsSync(dataDir)).toBe(false)
    expect(await run(databaseUrl, `select to_regnamespace('millrace') as found`)).toEqual([{ found: null }])
  })

  /** A backup whose writer is not Millrace: everybody can compute the hashes of one without a passphrase. */
  async function forged(manifest: object, contents: Readonly<Record<string, Buffer>> = {}): Promise<string> {
    const file = fresh('forged')
    const archive = await createArchive(file, 0)
    const add = (name: string, content: Buffer) => archive.add(name, Readable.from([content]))
    for (const [name, content] of Object.entries(contents)) await add(name, content)
    const text = JSON.stringify(manifest)
    await add(MANIFEST, Buffer.from(text))
    await add(MANIFEST_CHECK, Buffer.from(JSON.stringify({ sha256: createHash('sha256').update(text).digest('hex') })))
    await archive.finish()
    await archive.close()
    return file
  }
  const partOf = (member: string, compressed: Buffer, contentBytes: number) => ({
    ...{ member, bytes: compressed.length, contentBytes },
    sha256: createHash('sha256').update(compressed).digest('hex'),
  })

  it('of a forged backup writes no file beside those that Millrace has', async () => {
    const honest = await verified(await written())
    const content = gzipSync('a: 1')
    for (const name of [
      '../escaped',
      '/tmp/escaped',
      'restoring',
      'postgres',
      'local-accounts.json/../../escaped',
      '',
    ]) {
      const part = partOf('files/x.gz', content, 4)
      const file = await forged({ ...honest, tables: [], files: [{ ...part, file: name }] }, { 'files/x.gz': content })
      await expect(openBackup(file, undefined), name).rejects.toThrow('its manifest has an unknown form')
    }
    for (const wrong of [
      { tables: 'none' },
      { migrations: [1] },
      { sequences: [] },
      { files: [{}] },
      { version: 'v'.repeat(200) },
    ])
      await expect(openBackup(await forged({ ...honest, tables: [], files: [], ...wrong }), undefined)).rejects.toThrow(
        'its manifest has an unknown form',
      )
    await expect(openBackup(await forged([]), undefined)).rejects.toThrow('cannot be used as a backup')
  })

  it('of a forged backup reads no more than a part says that it has, however much comes out of it', async () => {
    const honest = await verified(await written())
    const bomb = gzipSync(Buffer.alloc(64 << 20))
    const part = { ...partOf('files/x.gz', bomb, 4), file: 'local-accounts.json' }
    const backup = await openBackup(
      await forged({ ...honest, tables: [], files: [part] }, { 'files/x.gz': bomb }),
      undefined,
    )
    let read = 0
    const counting = async (content: AsyncIterable<Uint8Array>) => {
      for await (const piece of content) read += piece.length
    }
    await expect(backup.pour(part, counting).finally(() => backup.close())).rejects.toThrow('files/x.gz')
    expect(read).toBeLessThan(1 << 20)
    const large = { ...part, contentBytes: 2 ** 40 }
    const file = await forged({ ...honest, tables: [], files: [large] }, { 'files/x.gz': bomb })
    await expect(openBackup(file, undefined)).rejects.toThrow('its manifest has an unknown form')
  })

  it('that was interrupted begins again with the same backup', async () => {
    const file = await written()
    const dataDir = fresh('again')
    const databaseUrl = await emptyDatabase()
    const backup = await openBackup(file, undefined)
    const last = backup.manifest.tables.at(-1)?.name
    const broken = {
      ...backup,
      pour: async (...[part, sink]: Parameters<typeof backup.pour>) => {
        if (part.member.includes(`/${last}.`) && typeof sink !== 'function') throw new Error('killed')
        return backup.pour(part, sink)
      },
    }
    await expect(restoreBackup(broken, { dataDir, databaseUrl, log: SILENT })).rejects.toThrow('killed')
    expect(existsSync(join(dataDir, 'restoring'))).toBe(true)
    expect(await run(databaseUrl, `select to_regnamespace('millrace') as found`)).toEqual([{ found: null }])
    await restoreBackup(backup, { dataDir, databaseUrl, log: SILENT })
    await backup.close()
    expect(readdirSync(dataDir)).toEqual(['local-accounts.json'])
    expect(await run(databaseUrl, `select count(*)::int from millrace.flows`)).toEqual([{ count: 1 }])
  })
})
