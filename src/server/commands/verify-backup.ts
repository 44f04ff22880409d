import { resolve } from 'node:path'
import type { Command } from '../../cli/command.ts'
import { openBackup, verifyBackup } from '../backup/open-backup.ts'
import { CONFIG_OPTION } from './config-option.ts'
import { describeBackup } from './describe-backup.ts'
import { PASSPHRASE_FILE, readStoreSettings } from './store-command.ts'

export const verify: Command = {
  description: [
    'Reads a whole backup, compares every hash and every count, and says what is in it.',
    'Ends with code 1 and a sentence if the file is damaged, incomplete or sealed with another passphrase.',
  ],
  arguments: ['FILE'],
  options: { ...CONFIG_OPTION, 'passphrase-file': PASSPHRASE_FILE },
  run: async (input) => {
    const { passphrase } = await readStoreSettings(input)
    const path = resolve(input.arguments[0] ?? '')
    const backup = await openBackup(path, passphrase)
    try {
      await verifyBackup(backup)
    } finally {
      await backup.close()
    }
    input.print(`The backup is complete and unchanged: ${path}`)
    for (const line of describeBackup(backup.manifest)) input.print(line)
    return 0
  },
}
