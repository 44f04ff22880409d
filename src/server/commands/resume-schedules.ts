import type { Command } from '../../cli/command.ts'
import { resumeAllSchedules } from '../domain/organizations/resume-schedules.ts'
import { openStore } from '../main/open-store.ts'
import { openDatabase } from '../store/database/database.ts'
import { migrate } from '../store/database/migrate.ts'
import { CONFIG_OPTION } from './config-option.ts'
import { readStoreSettings } from './store-command.ts'

export const resumeSchedules: Command = {
  description: [
    'After a restore: lets the schedules of all organizations start runs again.',
    'Do this when the installation that the backup is from is off, so that two installations never send the same rows.',
  ],
  options: CONFIG_OPTION,
  run: async (input) => {
    const { place, log } = await readStoreSettings(input)
    const store = await openStore(place, log)
    try {
      const { role } = await migrate(store.url)
      const onError = (error: Error) => log.warn('store connection', { error })
      const database = openDatabase({ databaseUrl: store.url, role, onError })
      const resumed = await resumeAllSchedules(database).finally(() => database.close())
      for (const name of resumed) input.print(`The schedules of ${name} start runs again.`)
      if (resumed.length === 0) input.print('No schedule is paused after a restore.')
    } finally {
      await store.close()
    }
    return 0
  },
}
