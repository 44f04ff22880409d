import { join } from 'node:path'

import { compose } from './compose.ts'
import { runMillrace } from './start/run-millrace.ts'

if (import.meta.main) await runMillrace({ compose, clientFolder: join(import.meta.dirname, '..', '..', 'dist') })
