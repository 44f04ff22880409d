import { identityCode } from '../../core/auth/identity-code.ts'
import type { Failure } from '../../core/failure.ts'
import { providerMessage } from './provider-message.ts'

/** What Firebase threw, as a failure. Anything that is not Firebase's is a bug and thrown on. */
export function identityFailure(error: unknown): Extract<Failure, { kind: 'identity' }> {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') throw error
  return {
    kind: 'identity',
    code: identityCode(error.code),
    providerMessage: providerMessage(error.code, error.message),
  }
}
