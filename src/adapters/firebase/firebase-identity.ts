import { initializeApp } from 'firebase/app'
import {
  type Auth,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  type User as FirebaseUser,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  type Persistence,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
} from 'firebase/auth'

import type { Identity } from '../../core/auth/identity.ts'
import type { IdentityTokens, User } from '../../core/auth/user.ts'
import { identityCode } from '../../core/catalog/identity-code.ts'
import type { Failure } from '../../core/failure.ts'
import type { Unsubscribe } from '../../core/observable.ts'
import { fail, ok, type Result } from '../../core/result.ts'
import { userFromFirebase } from './user-from-firebase.ts'

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

export interface FirebaseSettings {
  readonly projectId: string
  readonly apiKey: string
  readonly authDomain: string
  /** The address of a local sign-in service, which has the interface of Google's emulator, if accounts are local and not at Google. */
  readonly emulatorOrigin?: string
  /** The name of one instance among several in a process; a page has one. */
  readonly name?: string
  /** The storage of the session; IndexedDB in browsers. */
  readonly persistence?: Persistence
}

export class FirebaseIdentity implements Identity {
  readonly #auth: Auth
  readonly sendsMail: boolean

  constructor({ emulatorOrigin, name, persistence = indexedDBLocalPersistence, ...options }: FirebaseSettings) {
    // Without the popup resolver, which would load Google's scripts on every page; the Google sign-in loads it.
    this.#auth = initializeAuth(initializeApp(options, name), { persistence })
    if (emulatorOrigin !== undefined) connectAuthEmulator(this.#auth, emulatorOrigin, { disableWarnings: true })
    refreshAheadOfExpiry(this.#auth)
    this.sendsMail = emulatorOrigin === undefined
  }

  currentUser(): User | null {
    return this.#auth.currentUser && userFromFirebase(this.#auth.currentUser)
  }

  subscribe(listener: (user: User | null) => void): Unsubscribe {
    return onAuthStateChanged(this.#auth, (user) => listener(user && userFromFirebase(user)))
  }

  async tokens({ refresh = false } = {}): Promise<Result<IdentityTokens>> {
    await this.#auth.authStateReady()
    const user = this.#auth.currentUser
    if (!user) return fail({ kind: 'unauthenticated' })
    try {
      const { token, expirationTime } = await user.getIdTokenResult(refresh)
      return ok({
        accessToken: token,
        refreshToken: user.refreshToken,
        expirationTime: new Date(expirationTime).toISOString(),
      })
    } catch (error) {
      const { code } = identityFailure(error)
      // An unreachable server does not mean signed out.
      return fail(code === 'network-request-failed' ? { kind: 'network' } : { kind: 'unauthenticated' })
    }
  }

  signUp(email: string, password: string): Promise<Result<void>> {
    return settled(() => createUserWithEmailAndPassword(this.#auth, email, password))
  }

  signIn(email: string, password: string): Promise<Result<void>> {
    return settled(() => signInWithEmailAndPassword(this.#auth, email, password))
  }

  signInWithGoogle(): Promise<Result<void>> {
    return settled(
      () => signInWithPopup(this.#auth, new GoogleAuthProvider(), browserPopupRedirectResolver),
      windowFailure,
    )
  }

  sendPasswordReset(email: string): Promise<Result<void>> {
    return settled(() => sendPasswordResetEmail(this.#auth, email))
  }

  sendVerification(): Promise<Result<void>> {
    return this.#asUser((user) => sendEmailVerification(user))
  }

  reload(): Promise<Result<void>> {
    return this.#asUser(async (user) => {
      await reload(user)
      await user.getIdToken(true)
    })
  }

  reauthenticate(password?: string): Promise<Result<void>> {
    return this.#asUser((user) =>
      password === undefined
        ? reauthenticateWithPopup(user, new GoogleAuthProvider(), browserPopupRedirectResolver)
        : reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password)),
    )
  }

  deleteUser(): Promise<Result<void>> {
    return this.#asUser((user) => deleteUser(user))
  }

  async #asUser(ask: (user: FirebaseUser) => Promise<unknown>): Promise<Result<void>> {
    const user = this.#auth.currentUser
    return user ? settled(() => ask(user)) : fail({ kind: 'unauthenticated' })
  }

  signOut(): Promise<Result<void>> {
    return settled(() => signOut(this.#auth))
  }
}

/** Firebase refuses by throwing. */
async function settled(ask: () => Promise<unknown>, failureOf = identityFailure): Promise<Result<void>> {
  try {
    await ask()
    return ok(undefined)
  } catch (error) {
    return fail(failureOf(error))
  }
}

/**
 * Firebase renews tokens five minutes before they expire (back-off 30 s to 960 s, spec §9), but only after another
 * Firebase product has requested it. We use none, so we request it ourselves.
 */
function refreshAheadOfExpiry(auth: Auth): void {
  ;(auth as Auth & { _startProactiveRefresh(): void })._startProactiveRefresh()
}

/** Firebase's own sentences: its bundle contains them only if all of them, 10 kB compressed, are requested. */
const SENTENCES: Readonly<Record<string, string>> = {
  'auth/email-already-in-use': 'The email address is already in use by another account.',
  'auth/invalid-email': 'The email address is badly formatted.',
  'auth/missing-password': 'A non-empty password must be provided',
  'auth/weak-password': 'The password must be 6 characters long or more.',
  'auth/operation-not-allowed':
    'The given sign-in provider is disabled for this Firebase project. Enable it in the Firebase console, under the sign-in method tab of the Auth section.',
  'auth/too-many-requests': 'We have blocked all requests from this device due to unusual activity. Try again later.',
  'auth/user-disabled': 'The user account has been disabled by an administrator.',
  'auth/network-request-failed':
    'A network AuthError (such as timeout, interrupted connection or unreachable host) has occurred.',
  'auth/popup-blocked': 'Unable to establish a connection with the popup. It may have been blocked by the browser.',
  'auth/popup-closed-by-user': 'The popup has been closed by the user before finalizing the operation.',
  'auth/cancelled-popup-request': 'This operation has been cancelled due to another conflicting popup being opened.',
  'auth/requires-recent-login':
    'This operation is sensitive and requires recent authentication. Log in again before retrying this request.',
  'auth/user-mismatch': 'The supplied credentials do not correspond to the previously signed in user.',
  'auth/unauthorized-domain':
    'This domain is not authorized for OAuth operations for your Firebase project. Edit the list of authorized domains from the Firebase console.',
}

/** The provider's text of an error, without the text around it: `Firebase: … (auth/code).` */
export function providerMessage(code: string, message: string): string {
  const [, sentence = ''] = /^Firebase: (.*?) ?\(auth\/[^)]*\)\.?$/.exec(message) ?? []
  return sentence !== '' && sentence !== 'Error' ? sentence : (SENTENCES[code] ?? '')
}
