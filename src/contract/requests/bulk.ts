import { z } from 'zod/mini'

import { BULK_CALLS, MAX_BULK_ITEMS } from '../../core/catalog/bulk-calls.ts'
import { settings } from '../primitives.ts'
import type { RouteRequest } from '../route.ts'
import { id } from './primitives.ts'

export const BULK_REQUESTS = {
  performBulk: {
    summary:
      'Makes one call for each of many objects, also after the caller has gone; a call that fails does not stop the others',
    // Each call keeps its objects in memory until it is over.
    limit: { calls: 30, seconds: 60 },
    request: z.strictObject({
      /** In this order: the second begins when the first is over. */
      calls: z
        .array(
          z.strictObject({
            call: z.enum(BULK_CALLS),
            ids: z.array(id).check(z.minLength(1), z.maxLength(MAX_BULK_ITEMS)),
            /** What each call sends. */
            body: z.optional(settings),
          }),
        )
        .check(z.minLength(1), z.maxLength(2)),
    }),
  },
} satisfies Record<string, RouteRequest>
