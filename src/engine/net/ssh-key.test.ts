import ssh2 from 'ssh2'
import { expect, it } from 'vitest'

import { longestBlock } from '../../../test/support/longest-block.ts'
import { checkSshKey, openSshKey } from './ssh-key.ts'

const { generateKeyPairSync, parseKey } = ssh2.utils
const { signal } = new AbortController()

const KINDS = [
  ['ed25519', {}],
  ['rsa', { bits: 2048 }],
  ['ecdsa', { bits: 256 }],
] as const

/** A key of each kind, locked by so many rounds. One key in 256 is written in a way that the library cannot read again; that one is left. */
function lockedKey(
  kind: (typeof KINDS)[number][0],
  rounds: number,
  settings = {},
): { private: string; public: string } {
  const locked = { passphrase: 'open sesame', cipher: 'aes256-ctr', rounds }
  const pair = generateKeyPairSync(kind as 'rsa', { bits: 2048, ...settings, ...locked })
  return parseKey(pair.private, 'open sesame') instanceof Error ? lockedKey(kind, rounds, settings) : pair
}

/** The same with another number of rounds, which its passphrase then does not open. */
function withRounds(key: string, rounds: number): string {
  const bytes = Buffer.from(key.replaceAll(/-----.*-----|\s/g, ''), 'base64')
  const salt = bytes.indexOf('bcrypt') + 10
  bytes.writeUInt32BE(rounds, salt + 4 + bytes.readUInt32BE(salt))
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${bytes.toString('base64')}\n-----END OPENSSH PRIVATE KEY-----`
}

it.each(KINDS)('opens a locked key of %s as it was before', async (kind, settings) => {
  const pair = lockedKey(kind, 2, settings)
  expect(checkSshKey(pair.private, 'open sesame')).toBeUndefined()
  const opened = parseKey((await openSshKey(pair.private, 'open sesame', signal)) as string)
  if (opened instanceof Error) throw opened
  const [key] = [opened].flat()
  const text = Buffer.from('to be signed')
  const own = parseKey(pair.public)
  if (own instanceof Error) throw own
  expect([own].flat()[0]?.verify(text, key?.sign(text) as Buffer)).toBe(true)
})

it('says what is wrong with a key and its passphrase', async () => {
  const { private: key, public: open } = lockedKey('ed25519', 2)
  expect(checkSshKey(key, undefined)).toMatchObject({ field: 'ssh_passphrase' })
  expect(checkSshKey(open, undefined)).toMatchObject({ field: 'ssh_private_key' })
  expect(checkSshKey('nothing', undefined)).toMatchObject({ field: 'ssh_private_key' })
  expect(await openSshKey(key, 'another', signal)).toMatchObject({ field: 'ssh_passphrase' })
})

it('a passphrase that is hashed for seconds stops nobody, and one that is hashed for days is refused', async () => {
  const { private: key } = lockedKey('ed25519', 2)
  for (const rounds of [129, 2 ** 32 - 1]) {
    const refused = checkSshKey(withRounds(key, rounds), 'open sesame')
    expect([refused?.field, refused?.message.values[0]]).toEqual(['ssh_private_key', 128])
  }
  const opening = openSshKey(withRounds(key, 100), 'open sesame', AbortSignal.timeout(400))
  expect(await longestBlock(() => opening.catch(() => {}))).toBeLessThan(250)
  await expect(opening).rejects.toThrow('timeout')
})

it.each([
  ['20,000 headers', `-----BEGIN RSA PRIVATE KEY-----\n${'a:b\n'.repeat(20_000)}`],
  ['a megabyte of key', `-----BEGIN OPENSSH PRIVATE KEY-----\n${'A'.repeat(1_000_000)}`],
  ['a megabyte of spaces', ' '.repeat(1_000_000)],
])('%s are refused at once', async (_, text) => {
  expect(await longestBlock(async () => void checkSshKey(text, 'open sesame'))).toBeLessThan(100)
  expect(checkSshKey(text, 'open sesame')).toMatchObject({ field: 'ssh_private_key' })
})

it.each(['', '-----BEGIN OPENSSH PRIVATE KEY-----', lockedKey('ed25519', 2).private.slice(0, 120)])(
  'a text that is no key, or only a part of one, is refused as such',
  (text) => expect(checkSshKey(text, 'open sesame')).toMatchObject({ field: 'ssh_private_key' }),
)
