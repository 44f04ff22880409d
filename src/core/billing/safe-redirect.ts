import { fail, type Result } from '../result.ts'
import { isSafeAddress } from '../safe-address.ts'
import type { Redirect } from './billing.ts'

export const safeRedirect = (answer: Result<Redirect>): Result<Redirect> =>
  answer.ok && !isSafeAddress(answer.value.url) ? fail({ kind: 'unsafe-address' }) : answer
