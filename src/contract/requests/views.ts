import { z } from 'zod/mini'

import { VIEWED_LISTS } from '../../core/catalog/saved-views.ts'
import { inEnglish, sentence } from '../../core/catalog/sentence.ts'
import type { RouteRequest } from '../route.ts'
import { displayName } from './primitives.ts'

const MAX_FILTERS = 30

const search = z.record(z.string().check(z.regex(/^[a-z]{1,20}$/)), z.string().check(z.maxLength(500))).check(
  z.refine((values) => Object.keys(values).length <= MAX_FILTERS, {
    error: inEnglish(sentence`A view has at most ${MAX_FILTERS} filters`),
  }),
)

export const VIEW_REQUESTS = {
  listViews: { summary: 'The saved views of lists: those of the caller, and those of the organization' },
  createView: {
    summary: 'Saves what a list is narrowed to, ordered and grouped by; a shared view needs the role editor',
    request: z.strictObject({
      list: z.enum(VIEWED_LISTS),
      name: displayName,
      is_shared: z.optional(z.boolean()),
      search,
    }),
  },
  updateView: {
    readBy: { call: 'listViews' },
    summary: 'Changes a saved view; absent fields stay',
    request: z.strictObject({
      name: z.optional(displayName),
      is_shared: z.optional(z.boolean()),
      search: z.optional(search),
    }),
  },
  deleteView: { summary: 'Deletes a saved view' },
} satisfies Record<string, RouteRequest>
