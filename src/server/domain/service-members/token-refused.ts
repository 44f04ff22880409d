import type { Sentence } from '../../../core/catalog/sentence.ts'
import { RequestError } from '../request-error.ts'

/** A token that is exchanged for no key. */
export const tokenRefused = (message: Sentence): RequestError =>
  new RequestError('unauthenticated', 'TOKEN_REFUSED', message)
