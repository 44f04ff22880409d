import type { Command, CommandInput } from '../../cli/command.ts'
import { MAX_RUN_LIMITS } from '../../core/catalog/runs/run-limits.ts'
import { setRunLimits } from '../domain/runs/set-run-limits.ts'
import { StartFailure } from '../host/start-failure.ts'
import { openStore } from '../main/open-store.ts'
import { openDatabase } from '../store/database/database.ts'
import { migrate } from '../store/database/migrate.ts'
import { CONFIG_OPTION } from './config-option.ts'
import { readStoreSettings } from './store-command.ts'

export const limits: Command = {
  description: [
    'Sets how many runs one organization may have, active and waiting, instead of LIMIT_ACTIVE_RUNS and LIMIT_WAITING_RUNS. ORGANIZATION is its id or its name.',
    'With --active the organization counts for itself, and no longer together with the others of its first owner. Its owners may lower what is set here. A limit that is not named is again that of the installation, and without any option both are.',
  ],
  arguments: ['ORGANIZATION'],
  options: {
    ...CONFIG_OPTION,
    active: { type: 'string', value: 'RUNS', description: 'the most runs that are active at the same time' },
    waiting: { type: 'string', value: 'RUNS', description: 'the most runs that wait' },
  },
  run: async (input) => {
    const wanted = { active: limitFrom(input, 'active'), waiting: limitFrom(input, 'waiting') }
    const [organization = ''] = input.arguments
    const { place, log } = await readStoreSettings(input)
    const store = await openStore(place, log)
    try {
      const { role } = await migrate(store.url)
      const onError = (error: Error) => log.warn('store connection', { error })
      const database = openDatabase({ databaseUrl: store.url, role, onError })
      const set = await setRunLimits(database, organization, wanted).finally(() => database.close())
      if (set.length === 0) throw new StartFailure(`There is no organization with the id or name “${organization}”.`)
      if (set.length > 1)
        throw new StartFailure(
          `Several organizations are called “${organization}”. Name one by its id: ${set.map(({ id }) => id).join(', ')}.`,
        )
      for (const { name, id } of set) input.print(`${name} (${id}): ${limitsText(wanted)}`)
    } finally {
      await store.close()
    }
    return 0
  },
}

const limitsText = ({ active, waiting }: { readonly active: number | null; readonly waiting: number | null }): string =>
  [
    active === null ? 'active runs as the installation allows' : `at most ${active} active runs`,
    waiting === null ? 'waiting runs as the installation allows' : `at most ${waiting} waiting runs`,
  ].join(', ')

function limitFrom(input: CommandInput, name: 'active' | 'waiting'): number | null {
  const text = input.text(name)
  if (text === undefined) return null
  const limit = Number(text)
  if (/^\d{1,6}$/.test(text) && limit >= 1 && limit <= MAX_RUN_LIMITS[name]) return limit
  throw new StartFailure(`--${name} must be a whole number from 1 to ${MAX_RUN_LIMITS[name]}.`)
}
