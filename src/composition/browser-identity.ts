import { FirebaseIdentity } from '../adapters/firebase/firebase-identity.ts'
import type { fetchConfiguration } from '../adapters/http/fetch-configuration.ts'

export type Configuration = Awaited<ReturnType<typeof fetchConfiguration>>

/** The identity adapter. A separate module: it is the only part of the browser's environment that sign-in needs at first. */
export function browserIdentity({ authEmulatorOrigin, firebase }: Configuration): FirebaseIdentity {
  const { projectId, apiKey, authDomain } = firebase
  return new FirebaseIdentity({
    projectId,
    apiKey,
    authDomain,
    ...(authEmulatorOrigin && { emulatorOrigin: authEmulatorOrigin }),
  })
}
