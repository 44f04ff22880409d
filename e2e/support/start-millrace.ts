import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chmod, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

import { makeScratchFolder } from '../../test/support/scratch-folder.ts'
import { startSmallShop } from './small-shop.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Where the journeys' server answers; set before any of them begins. */
export const originOf = (): string => process.env['MILLRACE_ORIGIN'] ?? ''

/** The newest link that the server has logged for an address: what whoever runs it would open, or pass on. */
export async function linkFor(email: string): Promise<string> {
  const log = await readFile(process.env['MILLRACE_LOG'] ?? '', 'utf8')
  return [...log.matchAll(new RegExp(`A link for ${email} to [^:]+: (http[^"\\s]+)`, 'g'))].at(-1)?.[1] ?? ''
}

export interface RunningMillrace {
  readonly origin: string
  /** The file of what it logs. */
  readonly log: string
  stop(): Promise<void>
}

/** Starts the built product as its users do, on a free port and in a folder of its own. */
export async function launchMillrace(
  environment: Readonly<Record<string, string>> = {},
  program = 'src/server/millrace.ts',
): Promise<RunningMillrace> {
  const folder = makeScratchFolder('journeys')
  // As root, Postgres runs as somebody who must be able to pass through.
  await chmod(folder, 0o755)
  const own = { DATA_DIR: join(folder, 'data'), PORT: '0', HOST: '127.0.0.1', AUTH_EMULATOR_PORT: '0' }
  const server = spawn(process.execPath, [join(ROOT, program)], {
    env: { ...process.env, ...own, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = join(folder, 'log')
  server.stderr.pipe(createWriteStream(log))
  server.stderr.pipe(process.stderr, { end: false })
  return {
    origin: await readyAt(server),
    log,
    stop: async () => {
      server.kill('SIGTERM')
      await once(server, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** With stand-ins in place of vendors, as `npm run sandbox` does. */
export const launchSandbox = (): Promise<RunningMillrace> => launchMillrace({}, 'test/sandbox/main.ts')

/** Once for all journeys; Playwright calls what it answers at the end. */
export default async function startMillrace(): Promise<() => Promise<void>> {
  const [{ origin, log, stop }, shop] = await Promise.all([
    launchMillrace({ TRUSTED_PROXIES: '127.0.0.1/32' }),
    startSmallShop(),
  ])
  process.env['MILLRACE_ORIGIN'] = origin
  process.env['MILLRACE_LOG'] = log
  return async () => {
    await stop()
    await shop.stop()
  }
}

function readyAt(server: ChildProcess): Promise<string> {
  return new Promise((found, reject) => {
    if (!server.stdout) return reject(new Error('the server has no output'))
    server.once('exit', (code) => reject(new Error(`the server ended with code ${code}`)))
    createInterface({ input: server.stdout }).on('line', (line) => {
      const origin = /^Millrace is ready at (http:\S+)/.exec(line)?.[1]
      if (origin) found(origin)
    })
  })
}
