import { identityCode } from '../../core/catalog/identity-code.ts'
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

/** An error of a sign-in in a window of its own: the SDK calls it internal when Google's script for such windows cannot be loaded. */
export function windowFailure(error: unknown): ReturnType<typeof identityFailure> {
  const failure = identityFailure(error)
  const { code } = error as { readonly code: string }
  return code === 'auth/internal-error' ? { ...failure, code: 'network-request-failed' } : failure
}
