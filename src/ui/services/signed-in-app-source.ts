import type { QueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'

import type { Services } from './services.tsx'

/** What everything behind sign-in works with. */
export interface SignedInApp {
  readonly services: Services
  readonly queryClient: QueryClient
}

/** Loads the signed-in app once, when first asked: public pages are shown, and know who is signed in, without its code. */
export class SignedInAppSource {
  readonly #fetch: () => Promise<SignedInApp>
  readonly #loaded = Promise.withResolvers<SignedInApp>()
  #isAsked = false

  constructor(fetch: () => Promise<SignedInApp>) {
    this.#fetch = fetch
    // A caller gets the failure; there may never be a caller.
    this.#loaded.promise.catch(() => undefined)
  }

  /** Settles once it has been asked for and is there; asks for nothing itself. */
  get loaded(): Promise<SignedInApp> {
    return this.#loaded.promise
  }

  load(): Promise<SignedInApp> {
    if (!this.#isAsked) {
      this.#isAsked = true
      this.#fetch().then(this.#loaded.resolve, this.#loaded.reject)
    }
    return this.loaded
  }
}

export const SignedInAppContext = createContext<SignedInAppSource | null>(null)

export function useSignedInApp(): SignedInAppSource {
  const source = use(SignedInAppContext)
  if (!source) throw new Error('useSignedInApp needs an SignedInAppContext above it')
  return source
}
