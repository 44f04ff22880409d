import type { Unsubscribe } from '../observable.ts'
import type { Result } from '../result.ts'
import type { IdentityTokens, User } from './user.ts'

/** The identity provider. Every method settles; refusals are returned as `identity` failures. */
export interface Identity {
  /** Whether links to set a password or to confirm an address go by e-mail; otherwise they are in the log of the server. */
  readonly sendsMail: boolean
  /** The current user; none before the first sign-in state. */
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
  /** Reads the signed-in user again, and gets a new token. */
  reload(): Promise<Result<void>>
  /** Verifies the signed-in person again: by the password or, without one, on Google's page. */
  reauthenticate(password?: string): Promise<Result<void>>
  /** Deletes the account; requires a recent sign-in. */
  deleteUser(): Promise<Result<void>>
  signOut(): Promise<Result<void>>
}
