import { ok, type Result } from '../result.ts'
import type { SignInDeps } from './sign-in.ts'

export type SignInWithGoogle = () => Promise<Result<void>>

export const makeSignInWithGoogle =
  ({ identity, startSession }: SignInDeps): SignInWithGoogle =>
  async () => {
    const accepted = await identity.signInWithGoogle()
    if (!accepted.ok) return accepted
    await startSession()
    return ok(undefined)
  }
