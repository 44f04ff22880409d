import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'

import { runCommand } from '../../src/server/commands/run-command.ts'
import { rewrapEverything } from '../../src/server/domain/master-key/rewrap-everything.ts'
import { lockFolder } from '../../src/server/host/folder-lock.ts'
import {
  inBase64,
  KEY_FILES,
  keptMasterKeys,
  readKey,
  readMasterKeys,
  writeKey,
  writeReplacedKeys,
} from '../../src/server/main/master-key.ts'
import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { newStore, startApi } from '../support/start-api.ts'

const BEFORE = new Uint8Array(randomBytes(32))
const DAY_MS = 24 * 60 * 60 * 1000

let store: Awaited<ReturnType<typeof newStore>>
let base: string
let folder: string

/** A store with a connection whose credentials are sealed with the key of before. */
beforeAll(async () => {
  store = await newStore()
  const api = await startApi({ takesRuns: false, masterKey: BEFORE, beside: store })
  base = `/v1/organizations/${await api.organizationOf('ada')}`
  await addPostgresConnection(api, 'ada', base, 'shop')
  await api.stop()
})
afterAll(() => store.postgres.stop())

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-keys-'))
  await rewrapEverything({ databaseUrl: store.storeUrl, masterKey: BEFORE, previous: sealing })
  sealing.length = 0
  await writeKey(folder, KEY_FILES.current, BEFORE)
})
afterEach(async () => {
  sealing.push(...(await everyKeyIn(folder)))
  rmSync(folder, { recursive: true })
})

/** With what the last test sealed. */
const sealing: Uint8Array[] = []

const everyKeyIn = async (path: string) => {
  const kept = await readMasterKeys(path)
  return kept ? [kept.masterKey, ...kept.previous] : []
}

async function types(words: readonly string[], variables: Readonly<Record<string, string>>) {
  const file = join(folder, 'millrace.env')
  writeFileSync(
    file,
    Object.entries(variables)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  const printed: string[] = []
  const print = (line: string) => void printed.push(line)
  const code = await runCommand([...words, '--config', file], { print, complain: print })
  return { code, printed: printed.join('\n') }
}

const rotate = () => types(['rotate-key'], { DATA_DIR: folder, DATABASE_URL: store.storeUrl })

/** Whether a start with these keys can open the credentials of the integration. */
async function opensWith(masterKey: Uint8Array, previous: readonly Uint8Array[] = []): Promise<boolean> {
  const environment = previous.length > 0 ? { MASTER_KEY_PREVIOUS: previous.map(inBase64).join(',') } : {}
  const beside = await startApi({ beside: store, masterKey, environment, takesRuns: false })
  const { body: integrations } = await beside.call('ada', 'GET', `${base}/integrations`)
  const [{ id }] = integrations.integrations ?? integrations
  const { status } = await beside.call('ada', 'GET', `${base}/integrations/${id}/details`)
  await beside.stop()
  return status === 200
}

it('replaces the key in the data folder, and the new one alone opens every credential', async () => {
  const { code, printed } = await rotate()
  expect({ code, printed }).toMatchObject({
    code: 0,
    printed: expect.stringContaining('Credentials wrapped with it now: 1.'),
  })
  const after = await readKey(folder, KEY_FILES.current)
  expect(after).not.toEqual(BEFORE)
  expect(await opensWith(after ?? BEFORE)).toBe(true)
  expect(existsSync(join(folder, KEY_FILES.next))).toBe(false)
  // Rejected rows of earlier runs stay sealed with the key of before.
  const [previous] = (await readMasterKeys(folder))?.previous ?? []
  expect(previous).toEqual(BEFORE)
})

it('can be done again the next day, and keeps both earlier keys', async () => {
  await rotate()
  const between = await readKey(folder, KEY_FILES.current)
  await rotate()
  expect((await readMasterKeys(folder))?.previous).toEqual([between, BEFORE])
})

it('forgets an earlier key when nothing can need it any more', async () => {
  const [young, old] = [randomBytes(32), randomBytes(32)].map((key) => new Uint8Array(key))
  if (!young || !old) throw new Error('two keys')
  await writeReplacedKeys(folder, [
    { at: Date.now() - 13 * DAY_MS, key: young },
    { at: Date.now() - 16 * DAY_MS, key: old },
  ])
  expect((await keptMasterKeys(folder)).previous).toEqual([young])
  await writeReplacedKeys(folder, [{ at: Date.now() - 16 * DAY_MS, key: old }])
  expect((await keptMasterKeys(folder)).previous).toEqual([])
  expect(existsSync(join(folder, KEY_FILES.previous))).toBe(false)
})

const AFTER = new Uint8Array(randomBytes(32))
const rewrapped = () => rewrapEverything({ databaseUrl: store.storeUrl, masterKey: AFTER, previous: [BEFORE] })

it.each([
  ['the new key is on the disk', async () => writeKey(folder, KEY_FILES.next, AFTER)],
  [
    'everything is wrapped with it',
    async () => {
      await writeKey(folder, KEY_FILES.next, AFTER)
      await rewrapped()
    },
  ],
  [
    'the old key is noted',
    async () => {
      await writeKey(folder, KEY_FILES.next, AFTER)
      await rewrapped()
      await writeReplacedKeys(folder, [{ at: Date.now(), key: BEFORE }])
    },
  ],
  [
    'the new key is in its place',
    async () => {
      await writeKey(folder, KEY_FILES.next, AFTER)
      await rewrapped()
      await writeReplacedKeys(folder, [{ at: Date.now(), key: BEFORE }])
      await writeKey(folder, KEY_FILES.current, AFTER)
    },
  ],
])('killed when %s, Millrace starts, and the rotation goes on', async (_, untilKilled) => {
  await untilKilled()
  const kept = await keptMasterKeys(folder)
  expect(await opensWith(kept.masterKey, kept.previous)).toBe(true)

  expect((await rotate()).code).toBe(0)
  expect(await readKey(folder, KEY_FILES.current)).toEqual(AFTER)
  expect(await opensWith(AFTER)).toBe(true)
  expect((await readMasterKeys(folder))?.previous).toEqual([BEFORE])
})

it('refuses while Millrace runs on the folder, and changes nothing', async () => {
  const release = await lockFolder(folder, join(folder, 'lock'))
  expect(await rotate()).toEqual({ code: 1, printed: expect.stringContaining('is in use by process') })
  await release()
  expect(await readKey(folder, KEY_FILES.current)).toEqual(BEFORE)
})

it('refuses while other processes use the database with the earlier key, says where they run, and changes nothing', async () => {
  const other = await startApi({ beside: store, masterKey: BEFORE, takesRuns: false })
  expect(await rotate()).toEqual({
    code: 1,
    printed: expect.stringMatching(
      /Stop them, and run "millrace rotate-key" again.* Still connected: .*127\.0\.0\.1 \(\d+ connections, since 20/,
    ),
  })
  expect(await readKey(folder, KEY_FILES.current)).toEqual(BEFORE)
  expect(existsSync(join(folder, KEY_FILES.next))).toBe(false)
  await other.stop()
  expect((await rotate()).code).toBe(0)
})

it('refuses when none of the keys is that of the store, and leaves the key as it is', async () => {
  const stranger = new Uint8Array(randomBytes(32))
  await writeKey(folder, KEY_FILES.current, stranger)
  const { code, printed } = await rotate()
  expect({ code, printed }).toMatchObject({
    code: 1,
    printed: expect.stringContaining('is not the key that this database was used with'),
  })
  expect(await readKey(folder, KEY_FILES.current)).toEqual(stranger)
})

it('prints the three steps for a key of the environment, and after the second one wraps everything', async () => {
  const variables = { DATABASE_URL: store.storeUrl, MASTER_KEY: inBase64(BEFORE) }
  const { printed } = await types(['rotate-key'], variables)
  const printedKey = /MASTER_KEY_PREVIOUS=(\S{44})$/m.exec(printed)?.[1] ?? ''
  expect(printed).not.toContain(inBase64(BEFORE))

  const swapped = { ...variables, MASTER_KEY: printedKey, MASTER_KEY_PREVIOUS: inBase64(BEFORE) }
  expect((await types(['rotate-key'], swapped)).printed).toContain('Credentials wrapped with it now: 1.')
  const after = new Uint8Array(Buffer.from(printedKey, 'base64'))
  sealing.push(after)
  expect(await opensWith(after)).toBe(true)
})
