import { z } from 'zod/mini'

import { problemBody } from './problem.ts'
import type { BULK_REQUESTS } from './requests/bulk.ts'
import { routes } from './route.ts'

export const BULK_ROUTES = routes<typeof BULK_REQUESTS>()({
  performBulk: {
    method: 'POST',
    path: '/v1/organizations/:orgId/bulk',
    // Each of the calls is authorized by itself.
    access: 'organization.read',
    response: z.looseObject({
      outcomes: z.array(
        z.looseObject({
          call: z.string(),
          id: z.string(),
          status: z.number(),
          /** Of a call that failed: its answer. */
          error: z.optional(problemBody),
        }),
      ),
    }),
    status: 200,
  },
})
