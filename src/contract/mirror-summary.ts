import { z } from 'zod/mini'

import { MIRROR_STATES, WANTED_MIRRORS } from '../core/catalog/mirrors/mirror-states.ts'
import { known } from './camel-cased.ts'
import { instant } from './primitives.ts'
import { runError } from './run-error.ts'

/** How a mirror is doing. */
export const mirrorSummary = z.looseObject({
  wanted: known(WANTED_MIRRORS, 'on'),
  state: known(MIRROR_STATES, 'starting'),
  /** From the commit at the source until the last changes were visible in the destination, in milliseconds. */
  lag_ms: z.nullish(z.number()),
  /** The destination has everything that the source had then. */
  caught_up_at: z.nullish(instant),
  /** Tables that do not follow until somebody has looked at them. */
  paused_tables: z.nullish(z.number()),
  /** Why it does not follow. */
  problem: z.nullish(runError),
})
