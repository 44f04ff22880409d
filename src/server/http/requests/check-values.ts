import type { z } from 'zod/mini'

import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { RequestError } from '../../domain/request-error.ts'
import { refusalOf } from './refused-value.ts'

/** The text of a check without a text of its own, whatever languages of zod something else in the process may have loaded. */
const NO_TEXT = 'Invalid input'

/** How a schema has to be read for `problemsOf`. */
export const FOR_PROBLEMS = { reportInput: true, error: () => NO_TEXT } as const

/** @throws RequestError invalid, with the first error and its field; malformed for a time that the store does not support */
export function checkValues(schema: z.ZodMiniType, values: unknown): unknown {
  const parsed = schema.safeParse(values, FOR_PROBLEMS)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const [{ field, sentence: text }] = problemsOf(issue)
  // It has the form of a time, but the store does not support it.
  const isUnknownTime = issue?.code === 'custom' && issue.params?.['isUnknownTime'] === true
  throw new RequestError(isUnknownTime ? 'malformed' : 'invalid', 'INVALID', text, { field })
}

interface FieldProblem {
  readonly field: string
  readonly sentence: Sentence
}

/** An issue, read with `FOR_PROBLEMS`, as sentences: one for each unknown field, or else one. */
export function problemsOf(issue: z.core.$ZodIssue | undefined): readonly [FieldProblem, ...FieldProblem[]] {
  const path = issue?.path.join('.') ?? ''
  const [first, ...others] = issue?.code === 'unrecognized_keys' ? issue.keys.map((key) => unknownField(path, key)) : []
  return first ? [first, ...others] : [{ field: path, sentence: textOf(issue, path) }]
}

function unknownField(path: string, key: string): FieldProblem {
  const field = [path, key].filter(Boolean).join('.')
  return { field, sentence: sentence`Unknown field "${field}"` }
}

function textOf(issue: z.core.$ZodIssue | undefined, path: string): Sentence {
  // A text of the contract is a sentence without gaps.
  if (issue && issue.message !== NO_TEXT) return { template: issue.message, values: [] }
  if (issue && path !== '') return refusalOf(issue, path)
  return issue?.code === 'invalid_type' ? sentence`The body must be a JSON object` : sentence`Invalid request`
}
