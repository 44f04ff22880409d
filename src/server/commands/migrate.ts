import type { Command } from '../../cli/command.ts'
import { openStore } from '../main/open-store.ts'
import { migrate } from '../store/database/migrate.ts'
import { CONFIG_OPTION } from './config-option.ts'
import { readStoreSettings } from './store-command.ts'

export const migrateStore: Command = {
  description: [
    'Brings the store to this version, and ends.',
    'The first process of a new version does so, too; an orchestrator can do it before it replaces any.',
  ],
  options: CONFIG_OPTION,
  run: async (input) => {
    const { place, log } = await readStoreSettings(input)
    const store = await openStore(place, log)
    try {
      const { applied } = await migrate(store.url)
      for (const name of applied) input.print(name)
      if (applied.length === 0) input.print('The store has this version already.')
    } finally {
      await store.close()
    }
    return 0
  },
}
