import { fail, type Result } from '../result.ts'
import type { Site } from '../site.ts'
import type { Redirect } from './billing.ts'
import { isTrustedAddress } from './trusted-address.ts'

export const safeRedirect = (answer: Result<Redirect>, { origin }: Site): Result<Redirect> =>
  answer.ok && !isTrustedAddress(answer.value.url, origin) ? fail({ kind: 'unsafe-address' }) : answer
