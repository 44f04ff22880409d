import { join } from 'node:path'
import type { Command } from '../../cli/command.ts'
import { defined } from '../../core/catalog/defined.ts'
import { openBrowser } from '../host/open-browser.ts'
import { compose } from '../main/compose.ts'
import type { Role } from '../main/config.ts'
import { runMillrace } from '../main/run-millrace.ts'
import { CONFIG_OPTION, settingsOf } from './config-option.ts'

/** The folder of the built client. */
const CLIENT_FOLDER = join(import.meta.dirname, '..', '..', '..', 'dist')

const DESCRIPTIONS = {
  all: [
    'Runs everything on this machine: the pages, the API, the runs, the schedules.',
    'Without DATABASE_URL, it brings its own database.',
  ],
  api: ['Answers calls and serves the pages; executes no runs. Any number of these processes share one database.'],
  worker: [
    'Executes runs, schedules and alerts; answers only health checks. Any number of these processes share one database.',
  ],
} satisfies Record<Role, readonly string[]>

const OPTIONS = {
  port: { type: 'string', value: 'NUMBER', description: 'the port of the pages and the API, in place of PORT' },
  data: { type: 'string', value: 'FOLDER', description: 'the data folder, in place of DATA_DIR' },
} satisfies Command['options']

const NO_OPEN = { 'no-open': { type: 'boolean', description: 'do not open the page in the browser' } } as const

/** Runs one role of Millrace until the process is asked to stop. */
export const roleCommand = (role: Role): Command => ({
  description: [
    ...DESCRIPTIONS[role],
    'Variables configure it, in the environment or in a file; docs/configuration.md lists them.',
  ],
  options: { ...CONFIG_OPTION, ...OPTIONS, ...(role === 'all' && NO_OPEN) },
  run: async (input) => {
    const settings = settingsOf(input)
    const [port, data] = [input.text('port'), input.text('data')]
    const environment = { ...settings.environment, ...defined({ PORT: port, DATA_DIR: data }) }
    await runMillrace(
      defined({
        compose,
        clientFolder: CLIENT_FOLDER,
        role,
        settings: { ...settings, environment },
        whenReady: role === 'all' && !input.flag('no-open') ? openBrowser : undefined,
      }),
    )
    return 0
  },
})
