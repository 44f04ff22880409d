import { readFile } from 'node:fs/promises'
import type { CommandInput, CommandOption } from '../../cli/command.ts'
import type { Log } from '../host/log.ts'
import { errorCode, StartFailure } from '../host/start-failure.ts'
import { makeStreamLog } from '../host/stream-log.ts'
import { parsePassphrase, readStorePlace, type StorePlace } from '../main/store-place.ts'
import { settingsOf } from './config-option.ts'

/** The option of every command that reads or writes a backup. An argument would be visible to all users of the machine. */
export const PASSPHRASE_FILE: CommandOption = {
  type: 'string',
  value: 'FILE',
  description: 'a file that contains the passphrase; without it, BACKUP_PASSPHRASE is used if it is set',
}

export interface StoreSettings {
  readonly place: StorePlace
  readonly passphrase: string | undefined
  readonly log: Log
}

/** What a command about the store needs to know. @throws StartFailure */
export async function readStoreSettings(input: Pick<CommandInput, 'text'>): Promise<StoreSettings> {
  const place = readStorePlace(settingsOf(input))
  const file = input.text('passphrase-file')
  return {
    place,
    passphrase: file === undefined ? place.passphrase : await readPassphraseFile(file),
    log: makeStreamLog(process.stderr, 'warn', 'text'),
  }
}

async function readPassphraseFile(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new StartFailure(`The passphrase file ${path} cannot be read (${errorCode(error) ?? 'unknown reason'}).`)
  })
  const passphrase = parsePassphrase(text.replace(/\r?\n$/, ''))
  if (passphrase === undefined) throw new StartFailure(`The passphrase in ${path} must have at least 12 characters.`)
  return passphrase
}
