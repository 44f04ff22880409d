import { z } from 'zod/mini'

import type { RouteRequest } from '../route.ts'

export const TABLE_SEARCH_REQUESTS = {
  searchTables: {
    summary:
      'The first 20 tables whose name at the source or the destination has every word of `q`, or of all, with the flows that move them',
    query: z.strictObject({ q: z.optional(z.string().check(z.maxLength(200))) }),
  },
} satisfies Record<string, RouteRequest>
