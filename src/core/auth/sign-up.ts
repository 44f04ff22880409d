import { ok, type Result } from '../result.ts'
import type { SignInDeps } from './sign-in.ts'

/** Creates the account and signs in. */
export type SignUp = (email: string, password: string) => Promise<Result<void>>

export const makeSignUp =
  ({ identity, startSession }: SignInDeps): SignUp =>
  async (email, password) => {
    const accepted = await identity.signUp(email, password)
    if (!accepted.ok) return accepted
    await startSession()
    return ok(undefined)
  }
