import { join } from 'node:path'

import { compose } from './main/compose.ts'
import { runMillrace } from './main/run-millrace.ts'

// Answers calls and serves the client; executes no runs. Any number of these processes share one database.
if (import.meta.main)
  await runMillrace({ compose, clientFolder: join(import.meta.dirname, '..', '..', 'dist'), role: 'api' })
