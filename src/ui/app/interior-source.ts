import type { QueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'

import type { Services } from './services.tsx'

/** What everything behind sign-in works with. */
export interface Interior {
  readonly services: Services
  readonly queryClient: QueryClient
}

/** Loads the interior once, when first asked: public pages are shown, and know who is signed in, without its code. */
export class InteriorSource {
  readonly #fetch: () => Promise<Interior>
  readonly #loaded = Promise.withResolvers<Interior>()
  #isAsked = false

  constructor(fetch: () => Promise<Interior>) {
    this.#fetch = fetch
    // Whoever asks is told of a failure; nobody may ever ask.
    this.#loaded.promise.catch(() => undefined)
  }

  /** Settles once it has been asked for and is there; asks for nothing itself. */
  get loaded(): Promise<Interior> {
    return this.#loaded.promise
  }

  load(): Promise<Interior> {
    if (!this.#isAsked) {
      this.#isAsked = true
      this.#fetch().then(this.#loaded.resolve, this.#loaded.reject)
    }
    return this.loaded
  }
}

export const InteriorContext = createContext<InteriorSource | null>(null)

export function useInterior(): InteriorSource {
  const source = use(InteriorContext)
  if (!source) throw new Error('useInterior needs an InteriorContext above it')
  return source
}
