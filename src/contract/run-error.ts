import { z } from 'zod/mini'

import { BUDGET_KINDS } from '../core/catalog/budgets.ts'
import { FIXES } from '../core/catalog/errors/error-class.ts'
import { ERROR_OBJECT_KINDS } from '../core/catalog/runs/error-object.ts'
import { COLUMN_DIFFERENCES } from '../core/catalog/runs/problem-column.ts'
import { known } from './camel-cased.ts'
import { sentence } from './sentence.ts'

const ENDS = ['source', 'destination'] as const

/** A column that is another one: now `type`, earlier or in the target `before`. */
export const changedColumn = z.looseObject({
  name: z.string(),
  is: known(COLUMN_DIFFERENCES),
  type: z.optional(z.string()),
  before: z.optional(z.string()),
  side: z.optional(known(ENDS)),
})

export const errorObject = z.looseObject({
  kind: known(ERROR_OBJECT_KINDS),
  name: z.optional(z.string()),
  schema: z.optional(z.string()),
  columns: z.optional(z.array(z.string())),
  right: z.optional(z.string()),
  missing: z.optional(z.boolean()),
  address: z.optional(z.string()),
  database: z.optional(z.string()),
  link: z.optional(z.string()),
})

/** Why a run, one of its streams or an attempt failed, and where that is fixed. */
export const runError = z.looseObject({
  code: z.string(),
  message: z.string(),
  sentence,
  hint: z.nullish(z.string()),
  hint_sentence: sentence,
  stream: z.nullish(z.string()),
  node: z.nullish(z.string()),
  /** The form field with the error, of the connection or of its integration. */
  field: z.nullish(z.string()),
  /** For `TOO_MANY_VANISHED`: the number of rows of the target that are gone at the source. */
  vanished: z.nullish(z.number()),
  /** For `TOO_MANY_VANISHED`: their share of the rows of the target, in percent. */
  percent: z.nullish(z.number()),
  /** A wider column of the target could hold the value that it is about. */
  narrow: z.nullish(z.boolean()),
  /** The columns that it is about: `added`, `removed` or `retyped` at the source, `missing` or too `narrow` in the target. */
  columns: z.nullish(z.array(changedColumn)),
  /** What a step needs of another table than the stream’s, and is gone at the source: the table, or only a column of it. */
  gone: z.nullish(z.looseObject({ table: z.string(), column: z.optional(z.string()) })),
  /** What the account of the source may not read: the table, or only these columns of it. */
  refused: z.nullish(z.looseObject({ table: z.string(), columns: z.array(z.string()) })),
  /** What of the other system it is about, for the statement that mends it. */
  object: z.nullish(errorObject),
  /** For `BUDGET_SPENT` and `BUDGET_TOO_SMALL`: whose budget of what it is, and the least limit with which it would not have been refused. */
  budget: z.nullish(
    z.looseObject({ of: known(['flow', 'organization'], 'flow'), kind: known(BUDGET_KINDS), needed: z.number() }),
  ),
  /** The account with which Millrace signed in at that end, if it has a name. */
  account: z.nullish(z.string()),
  /** The end at which it happened. */
  side: z.nullish(known(ENDS)),
  /** The connection at whose end it happened. */
  connection_id: z.nullish(z.string()),
  /** Who must act: system, configuration, quota or platform. */
  blame: z.nullish(z.string()),
  /** Where it is fixed. */
  fix: z.nullish(known(FIXES)),
})
