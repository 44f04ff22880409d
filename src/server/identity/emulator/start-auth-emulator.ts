import { fork } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

import type { Log } from '../../ports/log.ts'
import { keptPort } from '../../start/kept-port.ts'
import { StartFailure } from '../../start/start-failure.ts'
import { type LaunchedProcess, type SupervisedProcess, supervise } from '../../start/supervised-process.ts'
import type { EmulatorReport } from './auth-emulator-process.ts'

export interface AuthEmulator extends SupervisedProcess {
  /** Where browsers and the server reach it, such as `http://127.0.0.1:9099`. */
  readonly origin: string
  readonly projectId: string
}

export interface AuthEmulatorOptions {
  readonly dataFolder: string
  readonly projectId: string
  /** 0: any free port, the same one at every start where possible. */
  readonly port: number
  readonly log: Log
  /** Gives the start up; what was started is stopped before the promise rejects. */
  readonly signal?: AbortSignal | undefined
}

const HOST = '127.0.0.1'
const STOP_MS = 2_000

/** Starts the Auth emulator with the accounts of the data folder. Throws a StartFailure when it cannot run. */
export async function startAuthEmulator(options: AuthEmulatorOptions): Promise<AuthEmulator> {
  const { dataFolder, projectId, log, signal } = options
  const port = options.port === 0 ? await keptPort(join(dataFolder, 'auth-emulator-port'), HOST) : options.port
  const launch = () => launchEmulator({ ...options, port })
  const { stop, kill } = await supervise({ name: 'The Auth emulator', launch, log, signal })
  return { origin: `http://${HOST}:${port}`, projectId, stop, kill }
}

function launchEmulator({ dataFolder, projectId, port, log }: AuthEmulatorOptions): LaunchedProcess {
  const child = fork(
    join(import.meta.dirname, 'auth-emulator-process.ts'),
    [
      `--project=${projectId}`,
      `--port=${port}`,
      `--accounts=${join(dataFolder, 'accounts.json')}`,
      `--compile-cache=${join(dataFolder, 'compile-cache')}`,
    ],
    {
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Its own process group: Ctrl-C in the terminal reaches us alone, and we stop it after all who use it.
      detached: true,
      // Firebase's tools keep settings of theirs in the home folder; these have none to keep there.
      env: { ...process.env, XDG_CONFIG_HOME: join(dataFolder, 'firebase-tools') },
    },
  )
  const gone = Promise.withResolvers<string>()
  child.once('error', (error) => gone.resolve(error.message))
  child.once('exit', (code, signal) => gone.resolve(signal ?? `exit code ${code}`))
  for (const input of [child.stdout, child.stderr]) {
    if (input) createInterface({ input }).on('line', (line) => log.debug('auth emulator', { line }))
  }

  const ready = Promise.withResolvers<void>()
  const fail = (reason: string) =>
    ready.reject(new StartFailure(`The Auth emulator could not be started on port ${port}: ${reason}`))
  child.once('message', (message) => {
    const report = message as EmulatorReport
    if (report.kind === 'ready') ready.resolve()
    else fail(report.reason)
  })
  void gone.promise.then(fail)

  return {
    ready: ready.promise,
    exited: gone.promise,
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      child.kill('SIGTERM')
      await Promise.race([gone.promise, delay(STOP_MS, undefined, { ref: false })])
      child.kill('SIGKILL')
      await gone.promise
    },
  }
}
