import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose'

import { writeDurably } from '../../host/durable-file.ts'
import { errorCode, StartFailure } from '../../host/start-failure.ts'

export interface SigningKey {
  readonly privateKey: KeyObject
  /** The published form, with the key id that tokens contain. */
  readonly published: JWK & { readonly kid: string }
}

/** The key that signs the tokens of local accounts: stored in the data folder, created at the first start. */
export async function keptSigningKey(dataFolder: string): Promise<SigningKey> {
  const file = join(dataFolder, 'identity-key.pem')
  const privateKey = (await readKey(file)) ?? (await newKey(file))
  const jwk = await exportJWK(createPublicKey(privateKey))
  const kid = await calculateJwkThumbprint(jwk)
  return { privateKey, published: { ...jwk, kid, alg: 'RS256', use: 'sig' } }
}

async function readKey(file: string): Promise<KeyObject | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    return createPrivateKey(text)
  } catch {
    throw new StartFailure(
      `The key in ${file} is damaged; restore the file, or remove it: a new one is created, and everybody signs in again.`,
    )
  }
}

async function newKey(file: string): Promise<KeyObject> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  await writeDurably(file, String(privateKey.export({ type: 'pkcs8', format: 'pem' })))
  return privateKey
}
