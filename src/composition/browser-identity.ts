import { FirebaseIdentity } from '../adapters/firebase/firebase-identity.ts'
import type { fetchConfiguration } from '../adapters/http/fetch-configuration.ts'

export type Configuration = Awaited<ReturnType<typeof fetchConfiguration>>

/** Who is signed in. Imported on its own: all that sign-in needs of the browser's environment to begin with. */
export function browserIdentity({ authEmulatorOrigin, firebase }: Configuration): FirebaseIdentity {
  const { projectId, apiKey, authDomain } = firebase
  return new FirebaseIdentity({
    projectId,
    apiKey,
    authDomain,
    ...(authEmulatorOrigin && { emulatorOrigin: authEmulatorOrigin }),
  })
}
