import { type Observable, Store, type Unsubscribe } from '../observable.ts'
import type { Profile } from '../profile/profile.ts'
import type { User } from './user.ts'

export interface SessionState {
  /** `waiting` for the first sign-in state; `starting` while profile, organizations and lists are loaded. */
  readonly status: 'waiting' | 'signed-out' | 'starting' | 'signed-in'
  readonly user: User | null
  readonly profile: Profile | null
  /** It ended without being asked to: the provider did it, or another tab. */
  readonly isExpired?: true
}

/** Who is signed in, and how far their session has come. */
export class Session implements Observable<SessionState> {
  readonly #store: Store<SessionState>
  #isLeaving = false

  constructor(initial: SessionState = { status: 'waiting', user: null, profile: null }) {
    this.#store = new Store(initial)
  }

  readonly get = (): SessionState => this.#store.get()
  readonly subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener)

  begin(user: User): void {
    this.#isLeaving = false
    this.#store.set({ status: 'starting', user, profile: null })
  }

  /** The same person, about whom more is known. */
  keepUser(user: User): void {
    if (this.get().user?.uid === user.uid) this.#store.set({ ...this.get(), user })
  }

  ready(): void {
    this.#store.set({ ...this.get(), status: 'signed-in' })
  }

  /** Only while the person that it was asked for is still the one signed in. */
  keepProfile(profile: Profile, askedFor: User | null): void {
    if (this.get().user?.uid === askedFor?.uid) this.#store.set({ ...this.get(), profile })
  }

  /** The end that follows was asked for. */
  leave(): void {
    this.#isLeaving = true
  }

  end(): void {
    const { status, isExpired } = this.get()
    const wasCutOff = !this.#isLeaving && (status === 'signed-in' || isExpired === true)
    this.#store.set({ status: 'signed-out', user: null, profile: null, ...(wasCutOff && { isExpired: true }) })
  }
}
