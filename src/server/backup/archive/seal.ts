import { createCipheriv, createDecipheriv, createHmac, hkdfSync, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

import { ArchiveDamaged } from './archive-reader.ts'

const ALGORITHM = 'aes-256-gcm'
const CHUNK = 64 * 1024
const TAG = 16

/** Half a second and 128 MiB for each guess of a passphrase. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** The key of one backup. @param salt a new one for each backup: with it, no key seals twice under one nonce */
export const keyOf = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  derive(passphrase.normalize('NFC'), salt, 32, COST)

/** Proves that a text was written by somebody with the passphrase. */
export const proofOf = (key: Buffer, text: string): string =>
  createHmac('sha256', subkey(key, 'manifest')).update(text).digest('hex')

/**
 * Seals a content in chunks of 64 KiB: AES-256-GCM with a key for this name; the nonce has the number of the chunk and whether it is
 * the last. So nobody can shorten the content, reorder it, or give it another name.
 */
export async function* seal(key: Buffer, name: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const own = subkey(key, name)
  for await (const { chunk, number, isLast } of numbered(content, CHUNK)) {
    const cipher = createCipheriv(ALGORITHM, own, nonceOf(number, isLast))
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
}

/** The reverse of `seal`. @throws ArchiveDamaged */
export async function* unseal(key: Buffer, name: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const own = subkey(key, name)
  for await (const { chunk, number, isLast } of numbered(content, CHUNK + TAG)) {
    if (chunk.length < TAG) throw new ArchiveDamaged(`${name} is changed`)
    const decipher = createDecipheriv(ALGORITHM, own, nonceOf(number, isLast), { authTagLength: TAG })
    decipher.setAuthTag(chunk.subarray(-TAG))
    const plain = decipher.update(chunk.subarray(0, -TAG))
    try {
      decipher.final()
    } catch {
      throw new ArchiveDamaged(`${name} is changed`)
    }
    yield plain
  }
}

const subkey = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, new Uint8Array(), `millrace backup 1: ${purpose}`, 32))

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 4, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

interface NumberedChunk {
  readonly chunk: Buffer
  readonly number: number
  readonly isLast: boolean
}

/** All of one size except the last; an empty content is one empty chunk. */
async function* numbered(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<NumberedChunk> {
  let number = 0
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of content) {
    rest = Buffer.concat([rest, piece])
    let start = 0
    // A full chunk may still be the last.
    for (; rest.length - start > size; start += size)
      yield { chunk: rest.subarray(start, start + size), number: number++, isLast: false }
    rest = rest.subarray(start)
  }
  yield { chunk: rest, number, isLast: true }
}
