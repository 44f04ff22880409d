import { expect, it } from 'vitest'

import { readSshKey } from './ssh-key.ts'

const u32 = (number: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}
const string = (bytes: string | Buffer) => Buffer.concat([u32(bytes.length), Buffer.from(bytes)])

function keyWith(rounds: number, kdf = 'bcrypt'): string {
  const options = Buffer.concat([string(Buffer.alloc(16, 7)), u32(rounds)])
  const rest = [u32(1), string(Buffer.alloc(51, 1)), string(Buffer.alloc(160, 2))]
  const body = [Buffer.from('openssh-key-v1\0'), string('aes256-ctr'), string(kdf), string(options), ...rest]
  const lines = Buffer.concat(body).toString('base64').replace(/.{70}/g, '$&\n')
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines}\n-----END OPENSSH PRIVATE KEY-----\n`
}

it.each([301, 2 ** 32 - 1])('a key whose passphrase is hashed %i times is refused before it is read', (rounds) => {
  const began = performance.now()
  expect(readSshKey(keyWith(rounds), 'secret')).toMatchObject({
    field: 'ssh_private_key',
    message: { template: expect.stringContaining('ssh-keygen -p -a 100') },
  })
  expect(performance.now() - began).toBeLessThan(200)
})

it.each([keyWith(1).slice(0, 120), keyWith(1, 'other'), '', '-----BEGIN OPENSSH PRIVATE KEY-----'])(
  'a text that is no key, or only a part of one, is refused as such',
  (text) => {
    expect(readSshKey(text, 'secret')).toMatchObject({ field: 'ssh_private_key' })
  },
)
