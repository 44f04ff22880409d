import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { NODE_PROCESS } from '../../src/bootstrap/process-flags.mjs'
import type { RangePlan } from '../../src/engine/move/ranges/range-plan.ts'
import type { VendorAccess } from '../../src/engine/ports/vendors.ts'

export interface WorkerSettings {
  readonly storeUrl: string
  /** Base64. */
  readonly masterKey: string
  readonly addresses: VendorAccess['addresses']
  readonly ranges: RangePlan
  /** Whether its waiting takes no time; see hurry.ts. */
  readonly isHurried: boolean
  /** How far its clock is ahead of the true time, in milliseconds. */
  readonly clockOffset: number
}

/** How an attempt ended: the worker is done with it, threw it back to the queue, was killed, ended by itself, or never came to an end. */
export type Ending = 'done' | 'thrown back' | 'killed' | 'crashed' | 'never ended'

export interface Worker {
  readonly isAlive: boolean
  /** Whether it has been told a run. */
  readonly hasExecuted: boolean
  /** Settles when the attempt is over, whatever became of it. */
  execute(runId: string): Promise<Ending>
  /** At once, as the kernel does it. */
  kill(): void
  /** Nothing of it goes on until it is resumed, and nobody is told. */
  pause(): void
  resume(): void
  /** As a process that is asked to stop: its runs go back to the queue. */
  stop(): void
  /** Tells it that the run is not wanted any more. */
  cancel(runId: string): void
}

/** What the process is told. */
export type Told = { readonly execute: string } | { readonly cancel: string } | { readonly stop: true }

/** In milliseconds. */
const LONGEST_ATTEMPT = 90_000

/** A process that executes the runs that it is told. */
export async function startWorker(settings: WorkerSettings): Promise<Worker> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'worker-process.ts'), [], {
    env: { ...process.env, ...NODE_PROCESS.environment, WORKER_SETTINGS: JSON.stringify(settings) },
    // Not those of whoever runs the tests.
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  await Promise.race([once(child, 'message'), exited])
  let isKilled = false
  let hasExecuted = false
  const kill = () => {
    isKilled = true
    child.kill('SIGKILL')
  }
  // One that was killed before it was told has ended all the same.
  const tell = (told: Told) => void child.send(told, () => {})
  return {
    get isAlive() {
      return child.exitCode === null && child.signalCode === null
    },
    get hasExecuted() {
      return hasExecuted
    },
    kill,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop: () => tell({ stop: true }),
    cancel: (runId) => tell({ cancel: runId }),
    async execute(runId) {
      hasExecuted = true
      const told = Promise.withResolvers<{ readonly rejected?: string }>()
      const listen = (message: { readonly runId?: string; readonly rejected?: string }) => {
        if (message.runId === runId) told.resolve(message)
      }
      child.on('message', listen)
      tell({ execute: runId })
      const late = new AbortController()
      const ending = await Promise.race([
        told.promise.then(({ rejected }) => (rejected === undefined ? ('done' as const) : ('thrown back' as const))),
        exited.then(() => (isKilled ? ('killed' as const) : ('crashed' as const))),
        sleep(LONGEST_ATTEMPT, 'never ended' as const, { signal: late.signal }),
      ])
      late.abort()
      child.off('message', listen)
      if (ending === 'never ended') kill()
      return ending
    },
  }
}
