import { compose } from '../../../src/server/compose.ts'
import { runMillrace } from '../../../src/server/start/run-millrace.ts'

/** A worker to which tables of some blocks are large. */
await runMillrace({
  compose: (options) => compose({ ...options, ranges: { blocks: 4, atOnce: 1 } }),
  clientFolder: '/nonexistent',
  role: 'worker',
})
