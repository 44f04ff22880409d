import { resolve } from 'node:path'
import type { Command } from '../../cli/command.ts'
import { openBackup } from '../backup/open-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { CONFIG_OPTION } from './config-option.ts'
import { describeBackup } from './describe-backup.ts'
import { PASSPHRASE_FILE, readStoreSettings } from './store-command.ts'

export const restore: Command = {
  description: [
    'Fills an empty place from a backup: a new data folder (DATA_DIR), and a new database if DATABASE_URL is set.',
    'It never changes an installation that is there. Schedules stay paused until somebody resumes them.',
  ],
  arguments: ['FILE'],
  options: { ...CONFIG_OPTION, 'passphrase-file': PASSPHRASE_FILE },
  run: async (input) => {
    const { place, passphrase, log } = await readStoreSettings(input)
    const backup = await openBackup(resolve(input.arguments[0] ?? ''), passphrase)
    try {
      await restoreBackup(backup, { ...place, log })
    } finally {
      await backup.close()
    }
    const { files } = backup.manifest
    input.print(
      `The backup is restored into ${place.dataDir}${place.databaseUrl === undefined ? '' : ' and the database of DATABASE_URL'}.`,
    )
    for (const line of describeBackup(backup.manifest)) input.print(line)
    if (!place.masterKey && !files.some(({ file }) => file === 'master-key'))
      input.print(
        `The master key is not in the backup: before the first start, set MASTER_KEY, or copy the file master-key into ${place.dataDir}.`,
      )
    input.print(
      'Start it with "millrace start". Schedules are paused: when the other installation is off, resume them with "millrace resume-schedules" or on the page.',
    )
    return 0
  },
}
