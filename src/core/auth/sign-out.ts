import type { Result } from '../result.ts'
import { type EndSessionDeps, endSession } from './end-session.ts'
import type { Identity } from './identity.ts'

export type SignOut = () => Promise<Result<void>>

/** Even when the provider cannot be told, nothing of the person stays on the screen. */
export const makeSignOut =
  ({ identity, ...state }: EndSessionDeps & { readonly identity: Identity }): SignOut =>
  async () => {
    state.session.leave()
    const signedOut = await identity.signOut()
    endSession(state)
    return signedOut
  }
