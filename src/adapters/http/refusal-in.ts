import { z } from 'zod/mini'

import { camelCased } from '../../contract/camel-cased.ts'
import { errorObject } from '../../contract/run-error.ts'
import { sentence } from '../../contract/sentence.ts'
import type { Refusal } from '../../core/failure.ts'
import { withoutAbsent } from './without-absent.ts'

const text = z.catch(z.optional(z.string()), undefined)
const refused = z.looseObject({
  hint: text,
  hint_sentence: sentence,
  field: text,
  account: text,
  object: z.catch(z.optional(errorObject), undefined),
})

/** What another system has refused; every part may be missing. */
export function refusalIn(details: Readonly<Record<string, unknown>>): Refusal {
  const { hint, hintSentence, field, account, object } = camelCased(refused, refused.parse(details))
  return withoutAbsent({ hint, hintSentence, field, account, object })
}
