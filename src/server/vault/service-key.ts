import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

import { KEY_PREFIX } from '../../core/catalog/service-keys.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 34
const CHECKSUM_LENGTH = 6

/** The whole key, for people and secret scanners; documented in docs/api.md. */
const FORM = new RegExp(`^${KEY_PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)

/** A key with 200 random bits and a checksum, so that a scanner knows a real one without asking. */
export function newServiceKey(): string {
  const random = inDigits(BigInt(`0x${randomBytes(25).toString('hex')}`), RANDOM_LENGTH)
  return `${KEY_PREFIX}${random}${checksumOf(random)}`
}

/** Whether a token has the form of a key and is complete. */
export const isServiceKey = (token: string): boolean => {
  if (!FORM.test(token)) return false
  const random = token.slice(KEY_PREFIX.length, -CHECKSUM_LENGTH)
  return token.endsWith(checksumOf(random))
}

export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** What is shown of a key, so that people can tell theirs apart. */
export const startOfKey = (key: string): string => key.slice(0, KEY_PREFIX.length + 6)

const checksumOf = (random: string): string => inDigits(BigInt(crc32(random)), CHECKSUM_LENGTH)

function inDigits(value: bigint, length: number): string {
  const base = BigInt(DIGITS.length)
  let rest = value
  let digits = ''
  while (rest > 0n) {
    digits = `${DIGITS[Number(rest % base)]}${digits}`
    rest /= base
  }
  return digits.padStart(length, '0').slice(-length)
}
