import type { z } from 'zod/mini'

import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'

type Issue = z.core.$ZodIssue
type Refusals = {
  readonly [Code in Issue['code']]?: (issue: Extract<Issue, { code: Code }>, field: string) => Sentence
}

const REFUSALS: Refusals = {
  invalid_type: ({ expected, input }, field) =>
    input === undefined ? sentence`“${field}” is missing` : (TYPES[expected]?.(field) ?? isInvalid(field)),
  invalid_value: ({ values, input }, field) =>
    input === undefined
      ? sentence`“${field}” is missing`
      : sentence`“${field}” must be one of: ${values.map(String).join(', ')}`,
  invalid_format: ({ format }, field) => FORMATS[format]?.(field) ?? isInvalid(field),
  too_small: ({ origin, minimum }, field) => {
    const least = String(minimum)
    if (origin === 'string') return sentence`“${field}” is too short: at least ${least} characters are needed`
    if (origin === 'array') return sentence`“${field}” has too few entries: at least ${least} are needed`
    return sentence`“${field}” must be at least ${least}`
  },
  too_big: ({ origin, maximum }, field) => {
    const most = String(maximum)
    if (origin === 'string') return sentence`“${field}” is too long: at most ${most} characters are possible`
    if (origin === 'array') return sentence`“${field}” has too many entries: at most ${most} are possible`
    return sentence`“${field}” must be at most ${most}`
  },
}

const TYPES: Readonly<Record<string, (field: string) => Sentence>> = {
  string: (field) => sentence`“${field}” must be a text`,
  number: (field) => sentence`“${field}” must be a number`,
  int: (field) => sentence`“${field}” must be a whole number`,
  boolean: (field) => sentence`“${field}” must be true or false`,
  array: (field) => sentence`“${field}” must be a list`,
  object: (field) => sentence`“${field}” must be an object`,
  record: (field) => sentence`“${field}” must be an object`,
}

const FORMATS: Readonly<Record<string, (field: string) => Sentence>> = {
  email: (field) => sentence`“${field}” must be an e-mail address`,
  url: (field) => sentence`“${field}” must be an https address`,
  uuid: (field) => sentence`“${field}” must be an id`,
  datetime: (field) => sentence`“${field}” must be a time like 2026-01-31T08:00:00Z`,
}

const isInvalid = (field: string): Sentence => sentence`“${field}” is invalid`

/** Why the contract refuses the value of a field, for a check that has no text of its own. */
export function refusalOf(issue: Issue, field: string): Sentence {
  const refusal = REFUSALS[issue.code] as ((issue: Issue, field: string) => Sentence) | undefined
  return refusal?.(issue, field) ?? isInvalid(field)
}
