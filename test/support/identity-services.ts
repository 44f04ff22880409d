import { rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

import type { PasswordCost } from '../../src/server/identity/local/password-hash.ts'
import { LOCAL_PROJECT_ID } from '../../src/server/main/config.ts'
import { startIdentity } from '../../src/server/main/start-identity.ts'
import { makeScratchFolder } from './scratch-folder.ts'

/** A sign-in service, and what its tests need of it beside the calls. */
export interface IdentityServiceUnderTest {
  readonly origin: string
  /** Code of the newest link that was sent to the address. */
  linkCode(email: string): Promise<string>
  /** What the window of Google's sign-in hands back when a person agrees there. */
  agreesWithGoogle(email: string, displayName: string): Promise<string>
  stop(): Promise<void>
}

/** What is safe takes 200 ms of a core for each sign-in. */
export const QUICK_PASSWORD: PasswordCost = { logN: 4, r: 8, p: 1 }

export const IDENTITY_SERVICES: Readonly<Record<string, () => Promise<IdentityServiceUnderTest>>> = {
  'the local service': startLocalService,
  'the official emulator': startOfficialEmulator,
}

export async function startLocalService(): Promise<IdentityServiceUnderTest> {
  const dataFolder = makeScratchFolder('identity')
  const logged: string[] = []
  const write = (message: string) => void logged.push(message)
  const log = { debug: write, info: write, warn: write, error: write }
  const { origin, stop } = await startIdentity({
    dataFolder,
    projectId: LOCAL_PROJECT_ID,
    port: 0,
    pageHosts: ['127.0.0.1:4000'],
    log,
    passwordCost: QUICK_PASSWORD,
    onWrongPassword: () => {},
  })
  return {
    origin,
    linkCode: async (email) => {
      const link = logged.findLast((line) => line.startsWith(`A link for ${email} `))
      return new URL(link?.split(': ').at(-1) ?? '').searchParams.get('oobCode') ?? ''
    },
    agreesWithGoogle: async (email, displayName) => {
      const page = await fetch(`${origin}/emulator/auth/handler?apiKey=local&appName=a&authType=signInViaPopup`, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({ email, displayName, password: 'engine-1843' }),
      })
      return /"urlResponse":"([^"]+)"/.exec(await page.text())?.[1] ?? ''
    },
    stop: async () => {
      await stop()
      await rm(dataFolder, { recursive: true })
    },
  }
}

interface ServerModule {
  createApp(project: string, mode: undefined, projects: Map<string, object>): Promise<RequestListener>
}

interface StateModule {
  readonly AgentProjectState: new (project: string) => { enableImprovedEmailPrivacy: boolean }
}

interface RouterModule {
  middleware(description: unknown, options: object): Promise<unknown>
}

/** Google's own stand-in for its service, against which ours is held. */
async function startOfficialEmulator(): Promise<IdentityServiceUnderTest> {
  const require = createRequire(import.meta.url)
  const { AgentProjectState } = require('firebase-tools/lib/emulator/auth/state') as StateModule
  compileChecksWhenNeeded(createRequire(require.resolve('firebase-tools/lib/emulator/auth/server')))
  const { createApp } = require('firebase-tools/lib/emulator/auth/server') as ServerModule
  const project = new AgentProjectState(LOCAL_PROJECT_ID)
  // As a new project in production has it: a wrong password and an unknown address get the same answer.
  project.enableImprovedEmailPrivacy = true
  const server = createServer(await createApp(LOCAL_PROJECT_ID, undefined, new Map([[LOCAL_PROJECT_ID, project]])))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    linkCode: async (email) => {
      const answer = await fetch(`${origin}/emulator/v1/projects/${LOCAL_PROJECT_ID}/oobCodes`)
      const { oobCodes } = (await answer.json()) as { oobCodes: { email: string; oobCode: string }[] }
      return oobCodes.findLast((link) => link.email === email)?.oobCode ?? ''
    },
    agreesWithGoogle: async (email, name) => {
      const claims = { sub: `g-${email}`, email, name, email_verified: true }
      return `${origin}/emulator/auth/handler?providerId=google.com&id_token=${encodeURIComponent(JSON.stringify(claims))}`
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The checks of all calls take four seconds to compile, and a test makes ten of them. */
function compileChecksWhenNeeded(emulatorRequire: NodeJS.Require): void {
  const router = emulatorRequire('exegesis-express') as RouterModule
  const { middleware } = router
  router.middleware = (description, options) =>
    middleware(description, { ...options, lazyCompileValidationSchemas: true })
}
