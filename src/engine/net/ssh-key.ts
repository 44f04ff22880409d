import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { ParsedKey } from 'ssh2'
import { type Sentence, sentence } from '../../core/catalog/sentence.ts'

/** Loaded when the first key is read, because most processes never read one, and it takes a tenth of their memory. */
const require = createRequire(import.meta.url)

/** The problem with an SSH key, for people, and its form field. */
export interface SshKeyProblem {
  readonly message: Sentence
  readonly field: 'ssh_private_key' | 'ssh_passphrase'
}

const THREAD = new URL('./ssh-key-thread.ts', import.meta.url)

/** In characters. An RSA key of 16,384 bits has 12,800. */
const MAX_KEY_LENGTH = 16_384

/** Headers of the older forms, which the library reads again and again: they have at most six. */
const MAX_HEADERS = 16

/** How often a passphrase may be hashed: `ssh-keygen` takes 16 or 24, cautious people 100. A round takes 40 ms of a slow machine, a tunnel has 10 s. */
const MAX_ROUNDS = 128

/** In megabytes, of the thread that hashes. */
const MAX_MEMORY = 64

/** Looks at a private SSH key in OpenSSH format or PEM, without opening one that is locked. */
export function checkSshKey(text: string, passphrase: string | undefined): SshKeyProblem | undefined {
  if (text.length > MAX_KEY_LENGTH || text.split(':').length > MAX_HEADERS + 1) return unreadable()
  const parsed = parsedKey(text)
  if (!(parsed instanceof Error)) return problemOf(parsed)
  if (!isLocked(parsed)) return unreadable()
  if (passphrase === undefined) {
    return { message: sentence`SSH key passphrase is required`, field: 'ssh_passphrase' }
  }
  return keyRounds(text) > MAX_ROUNDS ? TOO_SLOW : undefined
}

/**
 * Opens a private SSH key. A locked one is opened in a thread, because its passphrase is hashed for seconds, and the process has others to answer.
 * @returns the key without its passphrase, as the library reads it
 */
export async function openSshKey(
  text: string,
  passphrase: string | undefined,
  signal: AbortSignal,
): Promise<string | SshKeyProblem> {
  const problem = checkSshKey(text, passphrase)
  if (problem) return problem
  if (!(parsedKey(text) instanceof Error)) return text
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
  const thread = new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY } })
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  thread.once('message', resolve).once('error', reject)
  thread.postMessage({ text, passphrase })
  try {
    signal.throwIfAborted()
    const opened = await promise
    if (opened !== undefined) return opened
    return { message: sentence`SSH key passphrase does not open the private key`, field: 'ssh_passphrase' }
  } finally {
    signal.removeEventListener('abort', abort)
    await thread.terminate()
  }
}

function parsedKey(text: string): ParsedKey | ParsedKey[] | Error {
  const ssh2: typeof import('ssh2') = require('ssh2')
  return ssh2.utils.parseKey(text)
}

function problemOf(parsed: ParsedKey | readonly ParsedKey[]): SshKeyProblem | undefined {
  const [key] = Array.isArray(parsed) ? parsed : [parsed]
  if (key?.isPrivateKey()) return undefined
  return { message: sentence`SSH private key must be the private key, not the public one`, field: 'ssh_private_key' }
}

const TOO_SLOW: SshKeyProblem = {
  message: sentence`The passphrase of this SSH key is hashed more than ${MAX_ROUNDS} times. Save the key with fewer rounds: ssh-keygen -p -a 100`,
  field: 'ssh_private_key',
}

const unreadable = (): SshKeyProblem => ({
  message: sentence`SSH private key cannot be read: it must be a key of OpenSSH or in PEM form`,
  field: 'ssh_private_key',
})

const isLocked = ({ message }: Error) => /no passphrase/i.test(message)

const BODY = /-----BEGIN OPENSSH PRIVATE KEY-----([\s\S]*)-----END OPENSSH PRIVATE KEY-----/
const MAGIC = 'openssh-key-v1\0'

/**
 * How often the passphrase of a key in OpenSSH's form is hashed, as its writer has chosen; none if it has another form or no passphrase.
 * Source: PROTOCOL.key of OpenSSH.
 */
function keyRounds(text: string): number {
  const bytes = Buffer.from(BODY.exec(text)?.[1] ?? '', 'base64')
  if (!bytes.toString('latin1').startsWith(MAGIC)) return 0
  const [, afterCipher] = stringAt(bytes, MAGIC.length)
  const [kdf, afterKdf] = stringAt(bytes, afterCipher)
  if (kdf.toString('latin1') !== 'bcrypt') return 0
  const [options] = stringAt(bytes, afterKdf)
  const [, afterSalt] = stringAt(options, 0)
  return afterSalt + 4 <= options.length ? options.readUInt32BE(afterSalt) : 0
}

/** A string behind its length. @returns nothing if it reaches beyond the end */
function stringAt(bytes: Buffer, at: number): [Buffer, number] {
  if (at + 4 > bytes.length) return [Buffer.alloc(0), bytes.length]
  const end = at + 4 + bytes.readUInt32BE(at)
  return end > bytes.length ? [Buffer.alloc(0), bytes.length] : [bytes.subarray(at + 4, end), end]
}
