import { defined } from '../catalog/defined.ts'
import { type Observable, Store, type Unsubscribe } from '../observable.ts'
import type { Profile } from '../profile/profile.ts'
import type { User } from './user.ts'

export interface SessionState {
  /** `waiting` for the first sign-in state; `starting` while profile, organizations and lists are loaded. */
  readonly status: 'waiting' | 'signed-out' | 'starting' | 'signed-in'
  readonly user: User | null
  readonly profile: Profile | null
  /** The session ended without a request: by the provider, or in another tab. */
  readonly isExpired?: true
}

/** The signed-in user, and the state of the session. */
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

  /** The same person, with more data. */
  keepUser(user: User): void {
    if (this.get().user?.uid === user.uid) this.#store.set({ ...this.get(), user })
  }

  ready(): void {
    this.#store.set({ ...this.get(), status: 'signed-in' })
  }

  /** Only if the person is still the signed-in one. */
  keepProfile(profile: Profile, askedFor: User | null): void {
    if (this.get().user?.uid === askedFor?.uid) this.#store.set({ ...this.get(), profile })
  }

  /** The following end was requested. */
  leave(): void {
    this.#isLeaving = true
  }

  end(): void {
    const { status, isExpired } = this.get()
    const wasCutOff = !this.#isLeaving && (status === 'signed-in' || isExpired === true)
    this.#store.set(defined({ status: 'signed-out', user: null, profile: null, isExpired: wasCutOff || undefined }))
  }
}
