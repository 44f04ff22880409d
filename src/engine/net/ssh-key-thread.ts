import { createPrivateKey } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { ParsedKey } from 'ssh2'
import ssh2 from 'ssh2'

interface LockedKey {
  readonly text: string
  readonly passphrase: string
}

/** @returns nothing if the passphrase does not open the key */
function unlocked({ text, passphrase }: LockedKey): string | undefined {
  const parsed = ssh2.utils.parseKey(text, passphrase)
  const [key] = Array.isArray(parsed) ? parsed : [parsed]
  if (!key || key instanceof Error || !key.isPrivateKey()) return undefined
  return key.type === 'ssh-ed25519' ? openSshForm(key) : key.getPrivatePEM()
}

/** The library reads no PEM of Ed25519, which it writes. Source: OpenSSH, PROTOCOL.key. */
function openSshForm(key: ParsedKey): string {
  const { d = '', x = '' } = createPrivateKey(key.getPrivatePEM()).export({ format: 'jwk' })
  const [seed, point] = [d, x].map((part) => Buffer.from(part, 'base64url')) as [Buffer, Buffer]
  const check = Buffer.alloc(8)
  const secret = Buffer.concat([
    ...[check, field(key.type), field(point), field(Buffer.concat([seed, point])), field('')],
  ])
  const padding = Buffer.from(Array.from({ length: (8 - (secret.length % 8)) % 8 }, (_, index) => index + 1))
  const whole = Buffer.concat([
    ...[Buffer.from('openssh-key-v1\0'), field('none'), field('none'), field(''), Buffer.of(0, 0, 0, 1)],
    ...[field(key.getPublicSSH()), field(Buffer.concat([secret, padding]))],
  ])
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${whole.toString('base64')}\n-----END OPENSSH PRIVATE KEY-----`
}

function field(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value as string)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

// Opens one key, and ends: its time is limited by whoever starts it.
parentPort?.once('message', (key: LockedKey) => parentPort?.postMessage(unlocked(key)))
