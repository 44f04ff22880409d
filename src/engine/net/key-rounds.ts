const BODY = /-----BEGIN OPENSSH PRIVATE KEY-----([\s\S]*)-----END OPENSSH PRIVATE KEY-----/
const MAGIC = 'openssh-key-v1\0'

/**
 * How often the passphrase of a key in OpenSSH's form is hashed, as its writer has chosen; none if it has another form or no passphrase.
 * Source: PROTOCOL.key of OpenSSH.
 */
export function keyRounds(text: string): number {
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
