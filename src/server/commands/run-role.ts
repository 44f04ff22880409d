import { join } from 'node:path'

import { compose } from '../main/compose.ts'
import type { Role } from '../main/config.ts'
import { runMillrace } from '../main/run-millrace.ts'
import type { Command } from './command.ts'

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
  description: [...DESCRIPTIONS[role], 'Variables of the environment configure it; docs/operations.md lists them.'],
  run: async () => {
    await runMillrace({ compose, clientFolder: CLIENT_FOLDER, role })
    return 0
  },
})
