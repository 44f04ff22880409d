import { sentence } from '../../../core/catalog/sentence.ts'
import { MAX_KEYS } from '../../store/organizations/request-keys.ts'
import { RequestError } from '../request-error.ts'

const FIELD = { field: 'Idempotency-Key' }

export const keyReused = () =>
  new RequestError(
    'invalid',
    'IDEMPOTENCY_KEY_REUSED',
    sentence`Idempotency-Key was used for another call in the last 24 hours: each call needs a key of its own`,
    FIELD,
  )

export const stillUnderWay = () =>
  new RequestError(
    'conflict',
    'IDEMPOTENCY_IN_PROGRESS',
    sentence`The first call with this Idempotency-Key is still under way. Repeat it in a moment.`,
    { ...FIELD, retry_after: 5 },
  )

export const answerLost = () =>
  new RequestError(
    'conflict',
    'IDEMPOTENCY_ANSWER_LOST',
    sentence`The first call with this Idempotency-Key changed something, but its answer was not kept. Read what is there now, and use another key to go on.`,
    FIELD,
  )

export const tooManyKeys = () =>
  new RequestError(
    'too-many',
    'IDEMPOTENCY_KEYS_FULL',
    sentence`This caller has used ${MAX_KEYS} Idempotency-Keys in 24 hours. Use fewer, or make calls without one.`,
    FIELD,
  )
