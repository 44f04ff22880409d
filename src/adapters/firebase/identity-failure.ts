import { identityCode } from '../../core/auth/identity-code.ts'
import type { Failure } from '../../core/failure.ts'
import { providerMessage } from './provider-message.ts'

/** A Firebase error as a failure. Any other error is a bug and thrown again. */
export function identityFailure(error: unknown): Extract<Failure, { kind: 'identity' }> {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') throw error
  return {
    kind: 'identity',
    code: identityCode(error.code),
    providerMessage: providerMessage(error.code, error.message),
  }
}
