import { RANGE_PLAN } from '../../../src/engine/move/ranges/range-plan.ts'
import { compose } from '../../../src/server/main/compose.ts'
import { runMillrace } from '../../../src/server/main/run-millrace.ts'

/** A worker that gives away even the smallest tables, and helps however busy the machine is. */
await runMillrace({
  compose: (options) => compose({ ...options, ranges: { ...RANGE_PLAN, idleCores: 0, leastGiven: 1 } }),
  clientFolder: '/nonexistent',
  role: 'worker',
})
