import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { isMask } from '../../../core/catalog/connections/mask.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'

import { checkSshKey, openSshKey } from '../../../engine/net/ssh-key.ts'
import { invalid } from '../request-error.ts'

/** In milliseconds. */
const MAX_OPENING_TIME = 10_000

let isOpening = false

/**
 * Checks whether a passphrase that was entered together with its SSH key opens it. That takes up to seconds of a core, so nobody waits for another key, and
 * no transaction for this: what is not checked now is told by the test of the connection. @throws RequestError
 */
export async function checkPassphrase(credentials: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const { ssh_private_key: key, ssh_passphrase: passphrase } = credentials
  if (typeof key !== 'string' || typeof passphrase !== 'string' || isMask(key) || isMask(passphrase)) return
  if (isOpening || checkSshKey(key, passphrase)) return
  isOpening = true
  const late = AbortSignal.timeout(MAX_OPENING_TIME)
  try {
    const opened = await openSshKey(key, passphrase, late).catch((error: unknown) => {
      if (!late.aborted) throw error
    })
    if (typeof opened === 'object') throw invalid(opened.message, opened.field)
  } finally {
    isOpening = false
  }
}

/** Checks whether certificates and keys are valid, and belong together. @throws RequestError */
export function checkKeys(credentials: Readonly<Record<string, unknown>>): void {
  const text = (name: string) => {
    const value = credentials[name]
    return typeof value === 'string' ? value : undefined
  }
  const authority = text('sslrootcert')
  if (authority !== undefined) {
    for (const [block] of authority.matchAll(CERTIFICATE))
      readCertificate(block, sentence`CA certificate`, 'sslrootcert')
  }
  const certificate = text('sslcert')
  const key = text('sslkey')
  if (certificate !== undefined && key !== undefined) {
    const own = readCertificate(certificate, sentence`Client certificate`, 'sslcert')
    if (!own.checkPrivateKey(readKey(key)))
      throw invalid(sentence`Client key does not belong to the client certificate`, 'sslkey')
  }
  const sshKey = text('ssh_private_key')
  if (sshKey === undefined) return
  const problem = checkSshKey(sshKey, text('ssh_passphrase'))
  if (problem) throw invalid(problem.message, problem.field)
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

function readCertificate(pem: string, label: Sentence, field: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw invalid(sentence`${label} cannot be read: a certificate in it is damaged`, field)
  }
}

function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    throw invalid(
      sentence`Client key cannot be read: it must be a private key in PEM form without a passphrase`,
      'sslkey',
    )
  }
}
