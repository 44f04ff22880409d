import { join } from 'node:path'

import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import { defined } from '../../core/catalog/defined.ts'
import { openDataFolder } from '../host/data-folder.ts'
import type { Log } from '../host/log.ts'
import type { PartWatch } from '../host/part-watch.ts'
import { problemResponse } from '../http/problem.ts'
import { type HostGuard, LOOPBACK_NAMES, makeHostGuard } from '../http/requests/host-guard.ts'
import { startEmbeddedPostgres } from '../store/embedded-postgres/start-embedded-postgres.ts'
import type { Application, Auth, ComposeOptions } from './compose.ts'
import { type Config, LOCAL_PROJECT_ID, type Role } from './config.ts'
import { warnOfOpenSecrets } from './kept-secrets.ts'
import { listen } from './listen.ts'
import { keptMasterKeys } from './master-key.ts'
import { refuseMovedStore } from './moved-store.ts'
import { type RunningIdentity, startIdentity } from './start-identity.ts'

export interface StartOptions {
  readonly config: Config
  readonly compose: (options: ComposeOptions) => Promise<Application>
  readonly clientFolder: string
  readonly log: Log
  /** Hears of parts that end by themselves. */
  readonly parts: PartWatch
  /** Aborts the start: everything that was started is stopped before the promise rejects. */
  readonly signal: AbortSignal
}

export interface RunningServer {
  readonly url: string
  /** Ends everything that was started, last first. */
  stop(): Promise<void>
  /** Kills the processes that we started, without losing acknowledged data. */
  kill(): void
}

interface Part {
  stop(): Promise<void>
  kill?(): void
}

/** Everything that was started, in order. */
function makeParts(log: Log) {
  const parts: Part[] = []
  return {
    add: (part: Part) => void parts.push(part),
    /** Ends after everything else. */
    addFirst: (part: Part) => void parts.unshift(part),
    remove: (part: Part) => void parts.splice(parts.indexOf(part), 1),
    started: async <T extends Part>(starting: Promise<T>): Promise<T> => {
      const part = await starting
      parts.push(part)
      return part
    },
    stop: async () => {
      for (const part of parts.toReversed())
        await part.stop().catch((error: unknown) => log.error('stopping failed', { error }))
    },
    kill: () => {
      for (const part of parts) part.kill?.()
    },
  }
}

/** Opens the data folder when it is first needed; it is released after everything else. */
function dataFolderOf({ dataDir }: Config, parts: ReturnType<typeof makeParts>): () => Promise<string> {
  let opening: Promise<string> | undefined
  return () => {
    opening ??= openDataFolder(dataDir).then(({ path, release }) => {
      parts.addFirst({ stop: release })
      return path
    })
    return opening
  }
}

/** Opens the port; until the application is ready, callers are told to wait. */
async function openDoor({ config, log }: StartOptions, application: () => Application | undefined) {
  const guard = hostGuard(config)
  const respond = (request: Request, { incoming: { socket } }: HttpBindings | Http2Bindings) => {
    const requestError = guard(request, socket.localPort)
    if (requestError) return problemResponse(requestError, log)
    return application()?.fetch(request, socket.remoteAddress) ?? stillStarting(request)
  }
  const listener = getRequestListener(respond, { overrideGlobalObjects: false })
  const { url, close } = await listen(config.host, config.port, listener)
  return { url, stop: close }
}

/**
 * Starts all of Millrace in this process and its children: the port first, so that a used one is detected at once, then
 * the services, then the application. Throws a StartFailure when the user can fix the problem.
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, compose, clientFolder, log, parts: watch, signal } = options
  const parts = makeParts(log)
  let application: Application | undefined
  const dataFolder = dataFolderOf(config, parts)
  try {
    // One of many processes shares everything through the database, and leaves nothing on its machine.
    if (config.role === 'all') await warnOfOpenSecrets(await dataFolder(), log)
    const door = await parts.started(openDoor(options, () => application))

    if (config.role === 'all') log.info('Starting the database and the sign-in service.')
    const { masterKey, previous } = config.masterKey
      ? { masterKey: config.masterKey, previous: [] }
      : await keptMasterKeys(await dataFolder())
    const startPostgres = async () => {
      await refuseMovedStore(await dataFolder())
      return (await parts.started(startEmbeddedPostgres({ dataFolder: await dataFolder(), log, parts: watch, signal })))
        .url
    }
    const startAccounts = async (port: number) =>
      parts.started(
        startIdentity({
          dataFolder: await dataFolder(),
          projectId: LOCAL_PROJECT_ID,
          port,
          pageHosts: pageHosts(config, door.url),
          log,
          onWrongPassword: (attempt) => void application?.noteFailedSignIn(attempt),
        }),
      )
    const [databaseUrl, auth] = await all(config.databaseUrl ?? startPostgres(), authSettings(config, startAccounts))
    signal.throwIfAborted()
    const stepsFolder = config.role === 'all' ? join(await dataFolder(), 'steps') : config.stepsFolder
    const folders = { clientFolder, ...defined({ stepsFolder }) }
    const who = { ...defined({ auth }), ...DUTIES[config.role] }
    const composed = await compose({
      config: { ...config, previousMasterKeys: [...config.previousMasterKeys, ...previous] },
      databaseUrl,
      masterKey,
      log,
      parts: watch,
      startsTasks: true,
      ...folders,
      ...who,
    })
    // Requests end before the application, and the application before the services that it uses.
    parts.remove(door)
    parts.add({ stop: () => composed.stop() })
    parts.add(door)
    await composed.start()
    signal.throwIfAborted()
    application = composed
    return { url: door.url, stop: parts.stop, kill: parts.kill }
  } catch (error) {
    await parts.stop()
    throw error
  }
}

async function authSettings(
  { identity }: Config,
  startAccounts: (port: number) => Promise<RunningIdentity>,
): Promise<Auth | undefined> {
  switch (identity.kind) {
    case 'firebase':
      return identity
    case 'nobody':
      return undefined
    case 'local-elsewhere':
      return { kind: 'local', origin: identity.origin, projectId: LOCAL_PROJECT_ID }
    case 'local': {
      const { origin, projectId } = await startAccounts(identity.port)
      return { kind: 'local', origin, projectId }
    }
  }
}

/** The host names of this server besides those of this machine. */
const knownHosts = ({ publicUrl, allowedHosts }: Config): string[] => [
  ...(publicUrl === undefined ? [] : [new URL(publicUrl).host]),
  ...allowedHosts,
]

/** The hosts of pages that may use the accounts. */
const pageHosts = (config: Config, url: string): string[] => [
  ...LOOPBACK_NAMES.map((name) => `${name}:${new URL(url).port || 80}`),
  ...knownHosts(config),
]

/** Requests from machines, with any host name: their answers reveal nothing, or need a token that no page has. */
const askedByMachines = ({ metricsToken }: Config) =>
  new Set(['/healthz', '/readyz', ...(metricsToken === undefined ? [] : ['/metrics'])])

/** Without configured names, and with the tokens of a real Firebase project, a server cannot know its own names. */
function hostGuard(config: Config): HostGuard {
  const hosts = knownHosts(config)
  if (hosts.length === 0 && config.identity.kind === 'firebase') return () => undefined
  const guard = makeHostGuard({ names: [...LOOPBACK_NAMES, config.host.toLowerCase()], hosts })
  const open = askedByMachines(config)
  return (request, port) => (open.has(new URL(request.url).pathname) ? undefined : guard(request, port))
}

/** The tasks that each role leaves to others. A replaced worker lets short runs end; a user at a terminal does not wait for them. */
const DUTIES = {
  all: {},
  api: { takesRuns: false, keepsSchedules: false },
  worker: { finishRunsMs: 6_000, warmsSteps: false },
} satisfies Record<Role, Partial<ComposeOptions>>

/** Like Promise.all, but waits for both: if one fails while the other is still starting, the other must be stopped too. */
async function all<A, B>(first: A | Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second])
  return Promise.all([first, second])
}

/** It lives already, so nobody should end it for a long migration. */
const stillStarting = (request: Request) =>
  new URL(request.url).pathname === '/healthz'
    ? Response.json({ status: 'ok' })
    : Response.json(
        { code: 'STARTING', message: 'Millrace is starting. Try again in a moment.' },
        { status: 503, headers: { 'retry-after': '1' } },
      )
