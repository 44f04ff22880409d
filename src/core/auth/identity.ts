import type { Unsubscribe } from '../observable.ts'
import type { Result } from '../result.ts'
import type { IdentityTokens, User } from './user.ts'

/** The identity provider. Every method settles; its refusals come back as `identity` failures. */
export interface Identity {
  /** The user known now; none before the first sign-in state. */
  currentUser(): User | null
  /** Calls with the first sign-in state (user or none) as soon as it is known, then whenever it changes. */
  subscribe(listener: (user: User | null) => void): Unsubscribe
  /** Waits for the first sign-in state. `unauthenticated` when nobody is signed in, or no longer. */
  tokens(options?: { readonly refresh?: boolean }): Promise<Result<IdentityTokens>>
  signUp(email: string, password: string): Promise<Result<void>>
  signIn(email: string, password: string): Promise<Result<void>>
  signInWithGoogle(): Promise<Result<void>>
  sendPasswordReset(email: string): Promise<Result<void>>
  /** To the address of the signed-in person. */
  sendVerification(): Promise<Result<void>>
  /** Asks again who is signed in, and gets a new token. */
  reload(): Promise<Result<void>>
  /** Proves once more who is signed in: by the password or, without one, on Google's page. */
  reauthenticate(password?: string): Promise<Result<void>>
  /** Deletes the account; wants a recent sign-in. */
  deleteUser(): Promise<Result<void>>
  signOut(): Promise<Result<void>>
}
