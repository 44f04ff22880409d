import { resolve } from 'node:path'
import type { Command } from '../../cli/command.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { StartFailure } from '../host/start-failure.ts'
import { readDataFiles } from '../main/data-files.ts'
import { openStore } from '../main/open-store.ts'
import { CONFIG_OPTION } from './config-option.ts'
import { describeBackup } from './describe-backup.ts'
import { PASSPHRASE_FILE, readStoreSettings } from './store-command.ts'

export const backup: Command = {
  description: [
    'Writes everything into one file: organizations, connections, flows, runs, positions, local accounts.',
    'Millrace may run meanwhile; the file shows one moment. The file appears only when it is complete.',
    'Credentials in it are sealed with the master key. Keep that key too, or include it with --with-keys.',
  ],
  arguments: ['FILE'],
  options: {
    ...CONFIG_OPTION,
    'with-keys': {
      type: 'boolean',
      description: 'also the master key and the key of the local sign-in; needs a passphrase',
    },
    'passphrase-file': PASSPHRASE_FILE,
  },
  run: async (input) => {
    const { place, passphrase, log } = await readStoreSettings(input)
    const withKeys = input.flag('with-keys')
    if (withKeys && passphrase === undefined) {
      throw new StartFailure(
        'A backup with keys opens every credential, so it needs a passphrase. Set BACKUP_PASSPHRASE, or name a file with --passphrase-file.',
      )
    }
    const path = resolve(input.arguments[0] ?? '')
    const store = await openStore(place, log)
    try {
      const source = { databaseUrl: store.url, files: () => readDataFiles(place, withKeys) }
      const manifest = await writeBackup(source, path, passphrase)
      input.print(`The backup is complete: ${path}`)
      for (const line of describeBackup(manifest)) input.print(line)
    } finally {
      await store.close()
    }
    return 0
  },
}
