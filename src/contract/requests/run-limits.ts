import { z } from 'zod/mini'

import { MAX_RUN_LIMITS } from '../../core/catalog/runs/run-limits.ts'
import type { RouteRequest } from '../route.ts'

const limit = (most: number) => z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(most))))

export const RUN_LIMITS_REQUESTS = {
  getRunLimits: {
    summary: 'How many runs the organization may have, active and waiting, how many it has, and the classes of workers',
  },
  updateRunLimits: {
    readBy: { call: 'getRunLimits', except: ['allowed', 'present', 'shared', 'worker_classes'] },
    summary: 'Changes how many runs the organization may have: at most as many as the operator allows',
    request: z.strictObject({ active: limit(MAX_RUN_LIMITS.active), waiting: limit(MAX_RUN_LIMITS.waiting) }),
  },
} satisfies Record<string, RouteRequest>
