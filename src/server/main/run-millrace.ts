import { flushCompileCache } from 'node:module'
import { defined } from '../../core/catalog/defined.ts'
import type { Sandbox } from '../../core/catalog/sandbox.ts'
import type { Log } from '../host/log.ts'
import { makePartWatch, type PartWatch } from '../host/part-watch.ts'
import { StartFailure } from '../host/start-failure.ts'
import { notifyStarter, onCrashes } from '../host/starter.ts'
import { makeStopRequest } from '../host/stop-request.ts'
import { makeStreamLog } from '../host/stream-log.ts'
import { VERSION } from '../host/version.ts'
import type { Application, ComposeOptions } from './compose.ts'
import { type Role, readConfig } from './config.ts'
import type { Settings } from './settings.ts'
import { type RunningServer, startServer } from './start-server.ts'

export interface MillraceOptions {
  readonly compose: (options: ComposeOptions) => Promise<Application>
  readonly clientFolder: string
  /** By default everything. */
  readonly role?: Role
  /** By default only the environment. */
  readonly settings?: Pick<Settings, 'environment' | 'problems' | 'file'>
  /** Called with the address once calls are answered. */
  readonly whenReady?: (url: string) => void
  /** Stand-ins for vendors; the environment has their addresses. */
  readonly sandbox?: Sandbox
}

/** Ctrl-C guarantees an end within 5 s, the replacement of a worker within 10; work that has not ended by then is killed. */
const STOP_MS = { all: 4_500, api: 4_500, worker: 9_500 } satisfies Record<Role, number>

/**
 * Runs Millrace until it is asked to stop. Then the process exits with code 0; if it could not start, it exits with code 1 and one sentence per
 * problem on standard error.
 */
export async function runMillrace({
  compose,
  clientFolder,
  role = 'all',
  settings = { environment: process.env, problems: [] },
  whenReady,
  sandbox,
}: MillraceOptions): Promise<void> {
  notifyStarter('starting')
  let server: RunningServer | undefined
  const end = (code: number): never => {
    server?.kill()
    process.exit(code)
  }
  const stopRequest = makeStopRequest({ again: () => end(1) })
  stopRequest.signal.addEventListener('abort', () => setTimeout(end, STOP_MS[role], 1).unref())

  try {
    const config = readConfig(settings.environment, { role, sandbox, fileProblems: settings.problems })
    const log = makeStreamLog(process.stderr, config.logLevel, config.logFormat)
    // Nobody reads it any more, or its disk is full: to log that would fail again, and so without end.
    process.stderr.on('error', () => {})
    process.on('unhandledRejection', (error) => log.error('A promise was rejected without a handler.', { error }))
    process.on('uncaughtException', (error) => log.error('An error was thrown and not caught.', { error }))

    log.info('starting', defined({ version: VERSION, role, config: settings.file }))
    const parts = makePartWatch()
    noteCrashes(parts, log)
    server = await startServer({ config, compose, clientFolder, log, parts, signal: stopRequest.signal })
    notifyStarter('ready')
    process.stdout.write(`Millrace is ready at ${server.url}\n`)
    whenReady?.(server.url)
    // At its end it would be too late, because a killed process writes nothing.
    flushCompileCache()
    await stopRequest.received
    await server.stop()
  } catch (error) {
    if (!stopRequest.signal.aborted) {
      process.stderr.write(`${explanation(error)}\n`)
      process.exit(1)
    }
  }
  process.exit(0)
}

/** Of earlier processes of this server. */
function noteCrashes(parts: PartWatch, log: Log): void {
  onCrashes((crashes) => {
    for (const { how, at } of crashes) parts.ended('Millrace', how, at)
    parts.running('Millrace')
    const last = crashes.at(-1)
    if (last) log.error('Millrace had ended unexpectedly, and was started again.', { how: last.how })
  })
}

function explanation(error: unknown): string {
  if (error instanceof StartFailure) return error.message
  return `Millrace could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
