import { z } from 'zod/mini'

import type { RUN_LIMITS_REQUESTS } from './requests/run-limits.ts'
import { inOrganization, routes } from './route.ts'

const counts = z.looseObject({ active: z.number(), waiting: z.number() })

const runLimits = z.looseObject({
  /** What its owners allow; null: as many as the operator does. */
  active: z.nullish(z.number()),
  waiting: z.nullish(z.number()),
  /** By the operator. */
  allowed: counts,
  /** Its runs at present. */
  present: counts,
  /** Its active runs count together with those of the other organizations of its first owner. */
  shared: z.boolean(),
  /** Classes of workers that live, for which flows may ask. */
  worker_classes: z.optional(z.array(z.string())),
})

export type RunLimitsResponse = z.output<typeof runLimits>

export const RUN_LIMITS_ROUTES = routes<typeof RUN_LIMITS_REQUESTS>()({
  getRunLimits: inOrganization('GET', '/run-limits', 'organization.read', 200, runLimits),
  updateRunLimits: inOrganization('PUT', '/run-limits', 'organization.update', 200, runLimits),
})
