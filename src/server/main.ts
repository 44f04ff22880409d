import { join } from 'node:path'

import { compose } from './main/compose.ts'
import { runMillrace } from './main/run-millrace.ts'

if (import.meta.main) await runMillrace({ compose, clientFolder: join(import.meta.dirname, '..', '..', 'dist') })
