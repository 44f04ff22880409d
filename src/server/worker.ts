import { join } from 'node:path'

import { compose } from './main/compose.ts'
import { runMillrace } from './main/run-millrace.ts'

// Executes runs and schedules; answers only health checks. Any number of these processes share one database.
if (import.meta.main)
  await runMillrace({ compose, clientFolder: join(import.meta.dirname, '..', '..', 'dist'), role: 'worker' })
