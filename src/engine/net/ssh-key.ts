import { createRequire } from 'node:module'
import type { ParsedKey } from 'ssh2'

import { type Sentence, sentence } from '../../core/catalog/sentence.ts'
import { keyRounds } from './key-rounds.ts'

/** OpenSSH takes 24. A round takes up to 50 ms of this process, and a key may ask for four thousand million. */
const MAX_ROUNDS = 300

/** Loaded when the first key is read, because most processes never read one, and it takes a tenth of their memory. */
const require = createRequire(import.meta.url)

/** The problem with an SSH key, for people, and its form field. */
export interface SshKeyProblem {
  readonly message: Sentence
  readonly field: 'ssh_private_key' | 'ssh_passphrase'
}

/** Reads a private SSH key in OpenSSH format or PEM. */
export function readSshKey(text: string, passphrase: string | undefined): ParsedKey | SshKeyProblem {
  if (keyRounds(text) > MAX_ROUNDS) return TOO_SLOW
  const ssh2: typeof import('ssh2') = require('ssh2')
  const parsed = ssh2.utils.parseKey(text, passphrase)
  if (parsed instanceof Error) return explain(parsed.message, passphrase)
  const [key] = Array.isArray(parsed) ? parsed : [parsed]
  return key?.isPrivateKey()
    ? key
    : { message: sentence`SSH private key must be the private key, not the public one`, field: 'ssh_private_key' }
}

const TOO_SLOW: SshKeyProblem = {
  message: sentence`The passphrase of this SSH key is hashed more than ${MAX_ROUNDS} times. Save the key with fewer rounds: ssh-keygen -p -a 100`,
  field: 'ssh_private_key',
}

function explain(text: string, passphrase: string | undefined): SshKeyProblem {
  if (/no passphrase/i.test(text)) return { message: sentence`SSH key passphrase is required`, field: 'ssh_passphrase' }
  if (passphrase !== undefined && /passphrase|decrypt|integrity/i.test(text)) {
    return { message: sentence`SSH key passphrase does not open the private key`, field: 'ssh_passphrase' }
  }
  return {
    message: sentence`SSH private key cannot be read: it must be a key of OpenSSH or in PEM form`,
    field: 'ssh_private_key',
  }
}
