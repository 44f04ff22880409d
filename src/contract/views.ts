import { z } from 'zod/mini'

import { VIEWED_LISTS } from '../core/catalog/saved-views.ts'
import { known } from './camel-cased.ts'
import type { VIEW_REQUESTS } from './requests/views.ts'
import { inOrganization, routes } from './route.ts'

const savedView = z.looseObject({
  id: z.string(),
  list: known(VIEWED_LISTS, 'flows'),
  name: z.string(),
  /** For everybody in the organization; otherwise only for whoever saved it. */
  is_shared: z.boolean(),
  /** As in the address of the list. */
  search: z.record(z.string(), z.string()),
})

export const VIEW_ROUTES = routes<typeof VIEW_REQUESTS>()({
  listViews: inOrganization('GET', '/views', 'flow.read', 200, z.array(savedView)),
  // Those of the organization need more than those of one person.
  createView: inOrganization('POST', '/views', 'flow.read', 201, savedView),
  updateView: inOrganization('PATCH', '/views/:viewId', 'flow.read', 200, savedView),
  deleteView: inOrganization('DELETE', '/views/:viewId', 'flow.read', 204, null),
})
