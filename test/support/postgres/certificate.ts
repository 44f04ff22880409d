import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export interface Certificate {
  /** PEM. */
  readonly certificate: string
  /** PEM. */
  readonly key: string
}

export interface CertificateRequest {
  readonly commonName: string
  /** DNS names or IPv4 addresses that the certificate is good for. */
  readonly names?: readonly string[]
  /** Signs itself when absent. */
  readonly issuer?: Certificate & { readonly commonName: string }
  readonly authority?: boolean
}

/** Makes a P-256 certificate for tests, valid for a year, so that they need no `openssl` on the machine. */
export function makeCertificate({
  commonName,
  names = [],
  issuer,
  authority = false,
}: CertificateRequest): Certificate {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const now = Date.now()
  const body = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    distinguishedName(issuer?.commonName ?? commonName),
    sequence(utcTime(now - 3_600_000), utcTime(now + 365 * 86_400_000)),
    distinguishedName(commonName),
    pair.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions(names, authority))),
  )
  const signature = sign('sha256', body, issuer ? createPrivateKey(issuer.key) : pair.privateKey)
  const whole = sequence(body, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key,
  }
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const integer = (bytes: Buffer) => der(0x02, bytes)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const octets = (content: Buffer) => der(0x04, content)
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'))
const TRUE = der(0x01, Buffer.from([0xff]))

const distinguishedName = (commonName: string) =>
  sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(commonName)))))

const utcTime = (milliseconds: number) =>
  der(0x17, Buffer.from(`${new Date(milliseconds).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))

function extensions(names: readonly string[], authority: boolean): Buffer[] {
  const subjectNames = names.map((name) =>
    /^[\d.]+$/.test(name) ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name)),
  )
  return [
    ...(authority ? [sequence(oid('551d13'), TRUE, octets(sequence(TRUE)))] : []),
    ...(subjectNames.length > 0 ? [sequence(oid('551d11'), octets(sequence(...subjectNames)))] : []),
  ]
}
