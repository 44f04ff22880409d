import type { z } from 'zod/mini'

import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { RequestError } from '../../domain/request-error.ts'
import { refusalOf } from './refused-value.ts'

/** The text of a check without a text of its own: the languages of zod are not loaded. */
const NO_TEXT = 'Invalid input'

/** @throws RequestError invalid, with the first error and its field; malformed for a time that the store does not support */
export function checkValues(schema: z.ZodMiniType, values: unknown): unknown {
  const parsed = schema.safeParse(values, { reportInput: true })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path.join('.') ?? ''
  if (issue?.code === 'unrecognized_keys') {
    const field = [path, issue.keys[0]].filter(Boolean).join('.')
    throw new RequestError('invalid', 'INVALID', sentence`Unknown field "${field}"`, { field })
  }
  // It has the form of a time, but the store does not support it.
  const isUnknownTime = issue?.code === 'custom' && issue.params?.['isUnknownTime'] === true
  throw new RequestError(isUnknownTime ? 'malformed' : 'invalid', 'INVALID', textOf(issue, path), { field: path })
}

function textOf(issue: z.core.$ZodIssue | undefined, path: string): Sentence {
  // A text of the contract is a sentence without gaps.
  if (issue && issue.message !== NO_TEXT) return { template: issue.message, values: [] }
  return issue && path !== '' ? refusalOf(issue, path) : sentence`Invalid request`
}
