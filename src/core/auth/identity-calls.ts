import type { CallsOf } from '../calls-of.ts'
import type { Identity } from './identity.ts'

interface IdentityDeps {
  readonly identity: Identity
}

export const IDENTITY_CALLS = {
  sendPasswordReset:
    ({ identity }: IdentityDeps) =>
    (email: string) =>
      identity.sendPasswordReset(email),
  /** Sends the verification mail for the signed-in person's address again. */
  sendVerification:
    ({ identity }: IdentityDeps) =>
    () =>
      identity.sendVerification(),
}

export type IdentityCalls = CallsOf<typeof IDENTITY_CALLS>
