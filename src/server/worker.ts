import { join } from 'node:path'

import { compose } from './main/compose.ts'
import { runMillrace } from './main/run-millrace.ts'

// Takes runs and looks after schedules; answers nothing but how it is. Any number of these share one database.
if (import.meta.main)
  await runMillrace({ compose, clientFolder: join(import.meta.dirname, '..', '..', 'dist'), role: 'worker' })
