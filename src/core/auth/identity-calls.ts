import { map, type Result } from '../result.ts'
import type { Identity } from './identity.ts'

interface IdentityDeps {
  readonly identity: Identity
}

export const IDENTITY_CALLS = {
  sendPasswordReset:
    ({ identity }: IdentityDeps) =>
    async (email: string) =>
      sent(identity, await identity.sendPasswordReset(email)),
  /** Sends the verification mail for the signed-in person's address again. */
  sendVerification:
    ({ identity }: IdentityDeps) =>
    async () =>
      sent(identity, await identity.sendVerification()),
}

/** Where the link has gone. */
export type SentLink = 'mailed' | 'logged'

const sent = ({ sendsMail }: Identity, result: Result<void>): Result<SentLink> =>
  map(result, () => (sendsMail ? 'mailed' : 'logged'))
