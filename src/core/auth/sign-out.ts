import type { Result } from '../result.ts'
import { type EndSessionDeps, endSession } from './end-session.ts'
import type { Identity } from './identity.ts'

export type SignOut = () => Promise<Result<void>>

/** Even if the provider cannot be reached, no data of the person stays on the screen. */
export const makeSignOut =
  ({
    identity,
    session,
    organization,
    chosenOrganization,
    resources,
  }: EndSessionDeps & { readonly identity: Identity }): SignOut =>
  async () => {
    session.leave()
    const signedOut = await identity.signOut()
    endSession({ session, organization, chosenOrganization, resources })
    return signedOut
  }
