import type { QueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'

import type { Services } from '../../core/services/services.ts'

/** The services of all pages after sign-in. */
export interface SignedInApp {
  readonly services: Services
  readonly queryClient: QueryClient
}

/** Loads the signed-in app once, at the first request: public pages can be shown, and know the signed-in user, without its code. */
export class SignedInAppSource {
  readonly #fetch: () => Promise<SignedInApp>
  readonly #loaded = Promise.withResolvers<SignedInApp>()
  #isAsked = false

  constructor(fetch: () => Promise<SignedInApp>) {
    this.#fetch = fetch
    // A caller gets the failure; there may never be a caller.
    this.#loaded.promise.catch(() => undefined)
  }

  /** Settles when it has been requested and is loaded; does not request it itself. */
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
