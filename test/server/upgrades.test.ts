import { randomUUID } from 'node:crypto'
import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { VERSION } from '../../src/server/host/version.ts'
import { MIGRATIONS, migrate } from '../../src/server/store/database/migrate.ts'
import { urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { makeScratchFolder } from '../support/scratch-folder.ts'
import { type Api, startApi } from '../support/start-api.ts'

/** A later version of Millrace: its own migrations after all of today's. */
async function laterVersion(migrations: Readonly<Record<string, string>>) {
  const folder = makeScratchFolder('migrations')
  await cp(MIGRATIONS, folder, { recursive: true })
  for (const [name, sql] of Object.entries(migrations)) await writeFile(join(folder, name), sql)
  return {
    upgrade: (storeUrl: string) => migrate(storeUrl, { folder: pathToFileURL(`${folder}/`), version: '99.0.0' }),
    remove: () => rm(folder, { recursive: true }),
  }
}

const ADDS = `-- Works with ${VERSION} and later.\nalter table integrations add column colour text;`
const BREAKS = 'alter table integrations rename column name to title;'
const FAILS = 'alter table nothing add column colour text;'

describe('an upgrade of the store', () => {
  let first: Api
  let storeUrl: string
  const removals: (() => Promise<void>)[] = []
  const later = async (migrations: Readonly<Record<string, string>>) => {
    const version = await laterVersion(migrations)
    removals.push(version.remove)
    return version
  }

  beforeAll(async () => {
    first = await startApi({ takesRuns: false })
  })
  afterAll(async () => {
    await first.stop()
    for (const remove of removals) await remove()
  })
  beforeEach(async () => {
    const name = `upgrade_${randomUUID().slice(0, 8)}`
    await run(first.postgres.url, `create database ${name}`)
    storeUrl = urlOfDatabase(first, name)
  })

  const startOnStore = () => startApi({ takesRuns: false, beside: { ...first, storeUrl } })
  const addsIntegration = async (api: Api) => {
    const organization = await api.organizationOf('ada')
    const { host, port, user, password } = api.postgres
    const credentials = { host, port, user, password, dbname: 'postgres' }
    const draft = { name: 'Shop', type: 'postgres', credentials }
    return (await api.call('ada', 'POST', `/v1/organizations/${organization}/integrations`, draft)).status
  }

  it('that only adds leaves the processes of the version before at work, and lets that version start again', async () => {
    const running = await startOnStore()
    const { upgrade } = await later({ '9998-adds.sql': ADDS })
    expect((await upgrade(storeUrl)).applied).toEqual(['9998-adds.sql'])
    expect((await running.call(null, 'GET', '/readyz')).status).toBe(200)
    expect(await addsIntegration(running)).toBe(201)
    await running.stop()

    const again = await startOnStore()
    expect(await addsIntegration(again)).toBe(201)
    await again.stop()
  })

  it('that takes something away is refused by the version before, which names what it does not know', async () => {
    const running = await startOnStore()
    const { upgrade } = await later({ '9998-adds.sql': ADDS, '9999-breaks.sql': BREAKS })
    await upgrade(storeUrl)
    expect((await running.call(null, 'GET', '/readyz')).status).toBe(503)
    await running.stop()
    await expect(startOnStore()).rejects.toThrow(
      'The database was used by a newer version of Millrace (9999-breaks.sql); start that version.',
    )
  })

  it('that fails changes nothing, and the version before goes on', async () => {
    const running = await startOnStore()
    const { upgrade } = await later({ '9998-breaks.sql': BREAKS, '9999-fails.sql': FAILS })
    await expect(upgrade(storeUrl)).rejects.toThrow('relation "nothing" does not exist')
    expect((await running.call(null, 'GET', '/readyz')).status).toBe(200)
    expect(await addsIntegration(running)).toBe(201)
    await running.stop()
  })

  it('waits for a table that somebody holds, and nobody waits behind it for longer than a second', async () => {
    const running = await startOnStore()
    const organization = await running.organizationOf('ada')
    const holder = new pg.Client({ connectionString: storeUrl })
    await holder.connect()
    await holder.query('begin; lock table millrace.integrations in access share mode')
    const { upgrade } = await later({ '9998-adds.sql': ADDS })
    let isDone = false
    const upgrading = upgrade(storeUrl).finally(() => {
      isDone = true
    })

    const waits: number[] = []
    for (const begun = performance.now(); performance.now() - begun < 3_000; ) {
      const asked = performance.now()
      expect((await running.call('ada', 'GET', `/v1/organizations/${organization}/integrations`)).status).toBe(200)
      waits.push(performance.now() - asked)
    }
    expect(isDone).toBe(false)
    expect(Math.max(...waits)).toBeLessThan(1_900)
    await holder.query('commit')
    await holder.end()
    expect((await upgrading).applied).toEqual(['9998-adds.sql'])
    await running.stop()
  }, 30_000)
})
