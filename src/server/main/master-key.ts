import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { explained } from '../host/data-folder.ts'
import { writeDurably } from '../host/durable-file.ts'
import { errorCode, StartFailure } from '../host/start-failure.ts'
import { KEPT_DAYS } from '../store/rejects/rejected-rows.ts'

/** The files of keys in the data folder, each with 32 bytes in base64. */
export const KEY_FILES = {
  current: 'master-key',
  /** While a rotation is under way: some credentials may already be wrapped with it. */
  next: 'master-key.next',
  /** Keys from before rotations, one per line after the time at which it was replaced. */
  previous: 'master-key.previous',
} as const

export interface KeptKeys {
  readonly masterKey: Uint8Array
  /** They can still open what was sealed with them. */
  readonly previous: readonly Uint8Array[]
}

export interface ReplacedKey {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly key: Uint8Array
}

/** The keys in the data folder; the first is created at the first start, and those that nothing needs any more are removed. */
export async function keptMasterKeys(dataFolder: string): Promise<KeptKeys> {
  await removeExpired(dataFolder)
  const kept = await readMasterKeys(dataFolder)
  if (kept) return kept
  const key = newMasterKey()
  await writeKey(dataFolder, KEY_FILES.current, key)
  return { masterKey: key, previous: [] }
}

/** Nothing before the first start. A damaged key is a StartFailure, because a new key could open nothing. */
export async function readMasterKeys(dataFolder: string): Promise<KeptKeys | undefined> {
  const masterKey = await readKey(dataFolder, KEY_FILES.current)
  if (!masterKey) return undefined
  const next = await readKey(dataFolder, KEY_FILES.next)
  const replaced = await readReplacedKeys(dataFolder)
  return { masterKey, previous: [...(next ? [next] : []), ...replaced.map(({ key }) => key)] }
}

export const newMasterKey = (): Uint8Array => new Uint8Array(randomBytes(32))

/** As long as rejected rows are kept, and a day for clocks: nothing else stays sealed with an earlier key. */
const NEEDED_MS = (KEPT_DAYS + 1) * 24 * 60 * 60 * 1000

/** Those that can still open anything. */
export async function readReplacedKeys(dataFolder: string, now = Date.now()): Promise<readonly ReplacedKey[]> {
  const text = (await readText(join(dataFolder, KEY_FILES.previous))) ?? ''
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [at = '', key = ''] = line.split(' ')
      return { at: Date.parse(at), key: parsed(key, join(dataFolder, KEY_FILES.previous)) }
    })
    .filter(({ at }) => now - at < NEEDED_MS)
}

async function removeExpired(dataFolder: string): Promise<void> {
  const needed = await readReplacedKeys(dataFolder)
  const all = await readReplacedKeys(dataFolder, 0)
  if (needed.length === all.length) return
  if (needed.length > 0) await writeReplacedKeys(dataFolder, needed)
  else await rm(join(dataFolder, KEY_FILES.previous))
}

export const writeReplacedKeys = (dataFolder: string, keys: readonly ReplacedKey[]): Promise<void> =>
  write(
    dataFolder,
    KEY_FILES.previous,
    keys.map(({ at, key }) => `${new Date(at).toISOString()} ${inBase64(key)}\n`).join(''),
  )

export async function readKey(dataFolder: string, name: string): Promise<Uint8Array | undefined> {
  const file = join(dataFolder, name)
  const text = await readText(file)
  return text === undefined ? undefined : parsed(text, file)
}

export const writeKey = (dataFolder: string, name: string, key: Uint8Array): Promise<void> =>
  write(dataFolder, name, inBase64(key))

export const inBase64 = (key: Uint8Array): string => Buffer.from(key).toString('base64')

const write = (dataFolder: string, name: string, content: string) =>
  writeDurably(join(dataFolder, name), content).catch((error: unknown) => {
    throw explained(error, dataFolder)
  })

function parsed(text: string, file: string): Uint8Array {
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32)
    throw new StartFailure(`The master key in ${file} is damaged; restore the file, or set MASTER_KEY.`)
  return new Uint8Array(key)
}

const readText = (file: string) =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
