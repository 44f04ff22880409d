import { FirebaseIdentity } from '../adapters/firebase/firebase-identity.ts'
import type { fetchConfiguration } from '../adapters/http/fetch-configuration.ts'
import { defined } from '../core/catalog/defined.ts'

export type Configuration = Awaited<ReturnType<typeof fetchConfiguration>>

/** The identity adapter. A separate module: it is the only part of the browser's environment that sign-in needs at first. */
export function browserIdentity({ authEmulatorOrigin, firebase }: Configuration): FirebaseIdentity {
  const { projectId, apiKey, authDomain } = firebase
  return new FirebaseIdentity(
    defined({ projectId, apiKey, authDomain, emulatorOrigin: authEmulatorOrigin || undefined }),
  )
}
