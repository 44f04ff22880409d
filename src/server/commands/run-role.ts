import { join } from 'node:path'

import { compose } from '../main/compose.ts'
import type { Role } from '../main/config.ts'
import { runMillrace } from '../main/run-millrace.ts'
import type { Command } from './command.ts'
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

/** Runs one role of Millrace until the process is asked to stop. */
export const roleCommand = (role: Role): Command => ({
  description: [
    ...DESCRIPTIONS[role],
    'Variables configure it, in the environment or in a file; docs/configuration.md lists them.',
  ],
  options: CONFIG_OPTION,
  run: async (input) => {
    await runMillrace({ compose, clientFolder: CLIENT_FOLDER, role, settings: settingsOf(input) })
    return 0
  },
})
