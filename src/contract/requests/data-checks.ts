import { z } from 'zod/mini'

import { CHECK_SEVERITIES, MAX_CHECKS, MAX_VALUES } from '../../core/catalog/checks/data-checks.ts'
import { readsInput } from '../../core/catalog/checks/reads-input.ts'
import { inEnglish, sentence } from '../../core/catalog/sentence.ts'

const common = {
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  severity: z.exactOptional(z.enum(CHECK_SEVERITIES)),
}

const name = z.string().check(z.minLength(1), z.maxLength(1_000))
const names = z.array(name).check(z.minLength(1, inEnglish(sentence`Choose at least one column`)), z.maxLength(100))
const percent = z.number().check(z.minimum(0), z.maximum(100_000))

const dataCheck = z.discriminatedUnion('type', [
  z.strictObject({
    ...common,
    type: z.literal('row_count'),
    percent,
    rows: z.exactOptional(z.int().check(z.minimum(0))),
  }),
  z.strictObject({ ...common, type: z.literal('not_null'), columns: names }),
  z.strictObject({ ...common, type: z.literal('unique'), columns: names }),
  z.strictObject({
    ...common,
    type: z.literal('accepted_values'),
    column: name,
    values: z
      .array(z.string().check(z.maxLength(1_000)))
      .check(
        z.minLength(1, inEnglish(sentence`Enter at least one value`)),
        z.maxLength(MAX_VALUES, inEnglish(sentence`At most 1,000 values`)),
      ),
  }),
  z.strictObject({
    ...common,
    type: z.literal('freshness'),
    column: name,
    hours: z.number().check(z.positive(inEnglish(sentence`More than 0 hours`)), z.maximum(1_000_000)),
  }),
  z
    .strictObject({
      ...common,
      type: z.literal('foreign_key'),
      columns: names,
      target: name,
      keys: z.exactOptional(names),
    })
    .check(
      z.refine(({ columns, keys = columns }) => keys.length === columns.length, {
        path: ['keys'],
        error: inEnglish(sentence`As many columns as on the side of the rows`),
      }),
    ),
  z.strictObject({
    ...common,
    type: z.literal('sql'),
    query: z.string().check(
      z.trim(),
      z.minLength(1, inEnglish(sentence`Write a SELECT`)),
      z.maxLength(50_000),
      z.refine((query) => query === '' || readsInput(query), {
        error: inEnglish(sentence`The query must read the rows of the run, from the table input`),
      }),
    ),
    name: z.exactOptional(z.string().check(z.maxLength(200))),
  }),
])

/** The checks of a stream, each with its own id. */
export const dataChecks = z.array(dataCheck).check(
  z.maxLength(MAX_CHECKS, inEnglish(sentence`At most 50 checks`)),
  z.refine((checks) => new Set(checks.map(({ id }) => id)).size === checks.length, {
    error: inEnglish(sentence`Each check needs an id of its own`),
  }),
)
