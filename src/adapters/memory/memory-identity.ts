import type { Identity } from '../../core/auth/identity.ts'
import type { IdentityTokens, User } from '../../core/auth/user.ts'
import { Store, type Unsubscribe } from '../../core/observable.ts'
import { fail, ok, type Result } from '../../core/result.ts'
import { MemoryAnswers } from './memory-answers.ts'

/** Accounts in memory. The first sign-in state is known at once, or after `settle` if it is still `unknown`. */
export class MemoryIdentity extends MemoryAnswers implements Identity {
  readonly #user: Store<User | null | 'unknown'>
  readonly #passwords = new Map<string, string>()
  #refreshes = 0
  sendsMail = true
  /** Addresses that a reset mail went to. */
  readonly resets: string[] = []
  /** Addresses with a verification mail; `reload` simulates the click on its link. */
  readonly verifications: string[] = []

  constructor(first: User | null | 'unknown' = null) {
    super()
    this.#user = new Store<User | null | 'unknown'>(first)
  }

  currentUser(): User | null {
    const user = this.#user.get()
    return user === 'unknown' ? null : user
  }

  subscribe(listener: (user: User | null) => void): Unsubscribe {
    const notify = () => {
      const user = this.#user.get()
      if (user !== 'unknown') listener(user)
    }
    notify()
    return this.#user.subscribe(notify)
  }

  async tokens({ refresh = false } = {}): Promise<Result<IdentityTokens>> {
    const user = this.currentUser()
    if (!user) return fail({ kind: 'unauthenticated' })
    if (refresh) this.#refreshes++
    const accessToken = `${user.uid}-token-${this.#refreshes}`
    return ok({ accessToken, refreshToken: `${user.uid}-refresh`, expirationTime: '2100-01-01T00:00:00.000Z' })
  }

  async signUp(email: string, password: string): Promise<Result<void>> {
    const answer = await this.answer(() => undefined)
    if (!answer.ok) return answer
    if (this.#passwords.has(email)) return refused('email-already-in-use', 'The email address is already in use.')
    this.#passwords.set(email, password)
    this.settle(memoryUser(email))
    return answer
  }

  async signIn(email: string, password: string): Promise<Result<void>> {
    const answer = await this.answer(() => undefined)
    if (!answer.ok) return answer
    if (this.#passwords.get(email) !== password) return refused('invalid-credential', 'The credential is wrong.')
    this.settle(memoryUser(email))
    return answer
  }

  async signInWithGoogle(): Promise<Result<void>> {
    const answer = await this.answer(() => undefined)
    if (answer.ok) this.settle(memoryUser('google@example.com'))
    return answer
  }

  async sendPasswordReset(email: string): Promise<Result<void>> {
    return this.answer(() => void this.resets.push(email))
  }

  async sendVerification(): Promise<Result<void>> {
    return this.answer(() => void this.verifications.push(this.currentUser()?.email ?? ''))
  }

  async reload(): Promise<Result<void>> {
    const answer = await this.answer(() => undefined)
    const user = this.currentUser()
    if (answer.ok && user && this.verifications.includes(user.email ?? '')) {
      this.settle({ ...user, emailVerified: true })
    }
    return answer
  }

  async reauthenticate(password?: string): Promise<Result<void>> {
    const answer = await this.answer(() => undefined)
    if (!answer.ok || password === undefined) return answer
    const known = this.#passwords.get(this.currentUser()?.email ?? '')
    return known === password ? answer : refused('wrong-password', 'The password is wrong.')
  }

  async deleteUser(): Promise<Result<void>> {
    const answer = await this.answer(() => undefined)
    if (!answer.ok) return answer
    this.#passwords.delete(this.currentUser()?.email ?? '')
    this.settle(null)
    return answer
  }

  async signOut(): Promise<Result<void>> {
    const answer = await this.answer(() => undefined)
    if (answer.ok) this.settle(null)
    return answer
  }

  /** The sign-in state becomes known, or changes from outside: another tab, a disabled account. */
  settle(user: User | null): void {
    this.#user.set(user)
  }
}

const refused = (code: 'email-already-in-use' | 'invalid-credential' | 'wrong-password', providerMessage: string) =>
  fail({ kind: 'identity', code, providerMessage })

export const memoryUser = (email: string): User => ({
  uid: `uid-of-${email}`,
  email,
  emailVerified: true,
  displayName: null,
  photoUrl: null,
  phoneNumber: null,
  tenantId: null,
  isAnonymous: false,
  providerData: [],
})
