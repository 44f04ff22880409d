import { z } from 'zod/mini'

import type { TABLE_SEARCH_REQUESTS } from './requests/table-search.ts'
import { inOrganization, routes } from './route.ts'

/** A table with a flow that moves it; a table of two flows is two of these. */
const foundTable = z.looseObject({
  entity: z.string(),
  /** Absent: the destination names it. */
  target: z.optional(z.string()),
  flow: z.looseObject({ id: z.string(), name: z.string() }),
})

export const TABLE_SEARCH_ROUTES = routes<typeof TABLE_SEARCH_REQUESTS>()({
  searchTables: inOrganization('GET', '/tables', 'flow.read', 200, z.looseObject({ tables: z.array(foundTable) })),
})
