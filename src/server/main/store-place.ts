import { resolve } from 'node:path'
import { defined } from '../../core/catalog/defined.ts'
import { StartFailure } from '../host/start-failure.ts'
import { makeVariableReader, type VariableReader as ReaderOf } from '../host/variable-reader.ts'
import { readStoreAddresses } from '../store/database/store-addresses.ts'
import type { Settings } from './settings.ts'
import type { VariableName } from './variables.ts'

type VariableReader = ReaderOf<VariableName>

/** Where an installation keeps everything: the part of its settings that a command about its store needs. */
export interface StorePlace {
  readonly dataDir: string
  /** Absent: the embedded server in the data folder. */
  readonly databaseUrl?: string
  /** Absent: in the data folder. */
  readonly masterKey?: Uint8Array
  /** For the backups of this installation. */
  readonly passphrase?: string
}

/** Reads the variables, or throws one StartFailure that lists every problem, one per line. */
export function readStorePlace({ environment, problems }: Pick<Settings, 'environment' | 'problems'>): StorePlace {
  const read = makeVariableReader<VariableName>(environment, problems)
  const { databaseUrl, masterKey } = readStoreSecrets(read)
  const passphrase = readPassphrase(read)
  if (read.problems.length > 0) throw new StartFailure(read.problems.join('\n'))
  return defined({ dataDir: resolve(read.text('DATA_DIR') ?? '.millrace'), databaseUrl, masterKey, passphrase })
}

export const readStoreSecrets = (read: VariableReader) => ({
  databaseUrl: read.secret('DATABASE_URL', 'a URL such as postgres://user:password@host:5432/name', parsePostgresUrl),
  poolerUrl: read.secret(
    'DATABASE_POOLER_URL',
    'a URL such as postgres://user:password@host:6432/name',
    parsePostgresUrl,
  ),
  readUrl: read.secret(
    'DATABASE_READ_URL',
    'a URL such as postgres://user:password@standby:5432/name',
    parsePostgresUrl,
  ),
  masterKey: read.secret('MASTER_KEY', '32 bytes in base64 (44 characters)', parseMasterKey),
})

export const readPassphrase = (read: VariableReader): string | undefined =>
  read.secret('BACKUP_PASSPHRASE', 'at least 12 characters', parsePassphrase)

export const parsePassphrase = (text: string) => ([...text].length >= 12 ? text : undefined)

export const parsePostgresUrl = (text: string): string | undefined => {
  const servers = readStoreAddresses(text)
  return servers && (servers.urls.length > 1 || new URL(text).hostname !== '') ? text : undefined
}

export function parseUrl(text: string, ...protocols: string[]): string | undefined {
  const url = URL.parse(text)
  return url && url.hostname !== '' && protocols.includes(url.protocol) ? text : undefined
}

export function parseMasterKey(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64')
  // Buffer skips invalid base64, so only a round trip proves that nothing was skipped.
  return bytes.length === 32 && bytes.toString('base64') === text ? new Uint8Array(bytes) : undefined
}
