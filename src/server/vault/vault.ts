import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

import { inEnglish, type Sentence, sentence } from '../../core/catalog/sentence.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Stored credentials: a separate data key, wrapped by the master key, and each field sealed with the data key. */
export interface SealedCredentials {
  readonly version: 1
  readonly key: string
  readonly fields: Readonly<Record<string, string>>
}

/** The owner of sealed credentials; opening them for another owner fails. */
export interface Owner {
  readonly organizationId: string
  readonly integrationId: string
}

export interface Vault {
  seal(owner: Owner, credentials: Readonly<Record<string, unknown>>): SealedCredentials
  /**
   * The sealed content of that owner; each kind of owner has one kind of content, which the caller names.
   * @throws VaultError when the master key is a different one, or a byte or the owner was changed
   */
  open<Content extends object = Record<string, unknown>>(owner: Owner, sealed: SealedCredentials): Content
  /** The same credentials wrapped with only the current master key; nothing if they already are. @throws VaultError */
  rewrap(owner: Owner, sealed: SealedCredentials): SealedCredentials | undefined
  /** The salt for hashes of an organization: always the same, different for each organization, and secret. */
  saltOf(organizationId: string): string
}

const CANNOT_OPEN = sentence`These credentials cannot be opened with this server’s MASTER_KEY.`

export class VaultError extends Error {
  readonly sentence: Sentence

  constructor(options: ErrorOptions) {
    super(inEnglish(CANNOT_OPEN), options)
    this.name = 'VaultError'
    this.sentence = CANNOT_OPEN
  }
}

/**
 * AES-256-GCM with random nonces: a new data key per seal stays far below the limit of 2^32 messages per key
 * (NIST SP 800-38D §8.3), and the associated data binds every ciphertext to its organization, integration and field.
 *
 * @param previousKeys master keys from before a rotation: they can still open, but are not used for sealing
 */
export function makeVault(masterKey: Uint8Array, previousKeys: readonly Uint8Array[] = []): Vault {
  const keys = [masterKey, ...previousKeys]
  if (keys.some(({ length }) => length !== 32)) throw new Error('The master key must be 32 bytes.')
  const binding = ({ organizationId, integrationId }: Owner, field: string) =>
    Buffer.from(`${organizationId}|${integrationId}|${field}|1`)

  /** The data key, and the master key that it was wrapped with. @throws VaultError when it is none of these */
  const unwrap = (owner: Owner, wrapped: string) => {
    const causes: unknown[] = []
    for (const key of keys) {
      try {
        return { dataKey: decrypt(key, wrapped, binding(owner, '')), key }
      } catch (cause) {
        causes.push(cause)
      }
    }
    throw new VaultError({ cause: causes[0] })
  }

  return {
    saltOf: (organizationId) => createHmac('sha256', masterKey).update(`mask|${organizationId}`).digest('hex'),
    seal: (owner, credentials) => {
      const dataKey = randomBytes(32)
      const fields = Object.entries(credentials).map(([field, value]) => [
        field,
        encrypt(dataKey, Buffer.from(JSON.stringify(value)), binding(owner, field)),
      ])
      return { version: 1, key: encrypt(masterKey, dataKey, binding(owner, '')), fields: Object.fromEntries(fields) }
    },
    rewrap: (owner, sealed) => {
      const { dataKey, key } = unwrap(owner, sealed.key)
      if (key === masterKey) return undefined
      return { ...sealed, key: encrypt(masterKey, dataKey, binding(owner, '')) }
    },
    open: <Content extends object>(owner: Owner, sealed: SealedCredentials) => {
      const { dataKey } = unwrap(owner, sealed.key)
      try {
        return Object.fromEntries(
          Object.entries(sealed.fields).map(([field, value]) => [
            field,
            JSON.parse(decrypt(dataKey, value, binding(owner, field)).toString()) as unknown,
          ]),
        ) as Content
      } catch (cause) {
        throw new VaultError({ cause })
      }
    },
  }
}

function encrypt(key: Uint8Array, plain: Uint8Array, associated: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(associated)
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

function decrypt(key: Uint8Array, sealed: string, associated: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(associated)
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}
