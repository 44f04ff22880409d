import { compose } from '../../../src/server/main/compose.ts'
import { runMillrace } from '../../../src/server/main/run-millrace.ts'

/** A worker to which tables of some blocks are large, and which helps however busy the machine is unless it is told otherwise. */
await runMillrace({
  compose: (options) =>
    compose({ ...options, ranges: { blocks: 4, atOnce: 1, idleCores: Number(process.env['IDLE_CORES'] ?? 0) } }),
  clientFolder: '/nonexistent',
  role: 'worker',
})
