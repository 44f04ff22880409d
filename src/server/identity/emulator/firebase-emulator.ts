import type { RequestListener } from 'node:http'
import { createRequire } from 'node:module'

/** An account as the emulator keeps it; only what we look at is named. */
export interface EmulatorAccount {
  readonly localId: string
  readonly providerUserInfo?: readonly { readonly providerId: string }[]
}

/** The part of the emulator's project state that we use. */
export interface EmulatorProject {
  enableImprovedEmailPrivacy: boolean
  createUserWithLocalId(localId: string, account: EmulatorAccount): EmulatorAccount | undefined
  queryUsers(filter: object, order: { sortByField: 'localId'; order: 'ASC' }): EmulatorAccount[]
}

interface ServerModule {
  createApp(
    projectId: string,
    singleProjectMode: undefined,
    projects: Map<string, EmulatorProject>,
  ): Promise<RequestListener>
}

interface StateModule {
  readonly AgentProjectState: new (projectId: string) => EmulatorProject
}

interface RouterModule {
  middleware(description: unknown, options: object): Promise<unknown>
}

export interface FirebaseEmulator {
  readonly project: EmulatorProject
  readonly listener: RequestListener
}

/**
 * The official Auth emulator, without the command line around it that would cost another three seconds and a hub.
 * Its modules are not a public interface: the exact version is pinned, and the tests of this folder run the real one.
 */
export async function loadFirebaseEmulator(projectId: string): Promise<FirebaseEmulator> {
  const require = createRequire(import.meta.url)
  const { AgentProjectState } = require('firebase-tools/lib/emulator/auth/state') as StateModule
  compileChecksWhenNeeded(createRequire(require.resolve('firebase-tools/lib/emulator/auth/server')))
  const { createApp } = require('firebase-tools/lib/emulator/auth/server') as ServerModule

  const project = new AgentProjectState(projectId)
  // As a new project in production has it: a wrong password and an unknown address get the same answer.
  project.enableImprovedEmailPrivacy = true
  return { project, listener: await createApp(projectId, undefined, new Map([[projectId, project]])) }
}

/**
 * Has the emulator's router compile the checks of a call when it is first made: those of all calls take four seconds of
 * every start, and a browser makes ten of them.
 */
function compileChecksWhenNeeded(emulatorRequire: NodeJS.Require): void {
  const router = emulatorRequire('exegesis-express') as RouterModule
  const { middleware } = router
  router.middleware = (description, options) =>
    middleware(description, { ...options, lazyCompileValidationSchemas: true })
}
