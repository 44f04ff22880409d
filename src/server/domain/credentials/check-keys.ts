import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'

import { readSshKey } from '../../../engine/net/ssh-key.ts'
import { invalid } from '../request-error.ts'

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
  const read = readSshKey(sshKey, text('ssh_passphrase'))
  if ('field' in read) throw invalid(read.message, read.field)
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
