import type { PartWatch } from '../host/part-watch.ts'
import type { Gauge } from './metrics.ts'

/** What `/readyz` calls degraded, as a number. */
export const partGauges = (parts: PartWatch | undefined): Gauge[] => [
  {
    name: 'millrace_degraded_parts',
    help: 'Parts that are down, or ended unexpectedly more than once in the last ten minutes; /readyz names them.',
    values: [{ value: parts?.troubles().length ?? 0 }],
  },
]
