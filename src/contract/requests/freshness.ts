import { z } from 'zod/mini'

import { LONGEST_FRESHNESS_MINUTES } from '../../core/catalog/alert-events.ts'
import { inEnglish, sentence } from '../../core/catalog/sentence.ts'

/** The flow's freshness in minutes; null: none. */
export const freshness = z.optional(
  z.nullable(
    z
      .int(inEnglish(sentence`Freshness must be a whole number of minutes`))
      .check(
        z.gte(1, inEnglish(sentence`Freshness must be at least one minute`)),
        z.lte(LONGEST_FRESHNESS_MINUTES, inEnglish(sentence`Freshness must be at most a year`)),
      ),
  ),
)
