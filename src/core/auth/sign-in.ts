import { ok, type Result } from '../result.ts'
import type { Identity } from './identity.ts'
import type { StartSession } from './start-session.ts'

export interface SignInDeps {
  readonly identity: Identity
  readonly startSession: StartSession
}

/** Succeeds when the provider accepts; the session's state shows how the session then starts. */
export type SignIn = (email: string, password: string) => Promise<Result<void>>

export const makeSignIn =
  ({ identity, startSession }: SignInDeps): SignIn =>
  async (email, password) => {
    const accepted = await identity.signIn(email, password)
    if (!accepted.ok) return accepted
    await startSession()
    return ok(undefined)
  }
