import { setTimeout as delay } from 'node:timers/promises'

import { describeError } from './describe-error.ts'
import type { Log } from './log.ts'
import type { PartWatch } from './part-watch.ts'

/** A launched child process. */
export interface LaunchedProcess {
  /** Settles when the process answers; rejects with the reason if it ends before that. */
  readonly ready: Promise<void>
  /** Settles when the process has ended, with a short reason; never rejects. */
  readonly exited: Promise<string>
  /** Ends the process cleanly, even during its start, and settles when it has ended. */
  stop(): Promise<void>
  /** Kills the process. */
  kill(): void
}

export interface SupervisedProcess {
  stop(): Promise<void>
  kill(): void
}

export interface SupervisionOptions {
  readonly name: string
  readonly launch: () => LaunchedProcess
  readonly log: Log
  /** Hears when the process has ended by itself, and when it works again. */
  readonly parts?: PartWatch | undefined
  /** Aborts the first start: the process is stopped, and the promise rejects. */
  readonly signal?: AbortSignal | undefined
}

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5_000
/** A process that ran this long was healthy: its next crash counts as the first. */
const HEALTHY_MS = 30_000

/**
 * Launches a process, and restarts it with growing pauses whenever it ends by itself.
 * Rejects with the process's own reason if the first start fails.
 */
export async function supervise({ name, launch, log, parts, signal }: SupervisionOptions): Promise<SupervisedProcess> {
  let running = launch()
  let stopping = false
  const giveUp = () => void running.stop()
  signal?.addEventListener('abort', giveUp)
  await running.ready.finally(() => signal?.removeEventListener('abort', giveUp))
  void watch()

  async function watch(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS
    for (;;) {
      const startedAt = Date.now()
      const reason = await running.exited
      if (stopping) return
      pauseMs = Date.now() - startedAt > HEALTHY_MS ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      parts?.ended(name, reason)
      log.error(`${name} ended unexpectedly (${reason}). It starts again in ${pauseMs / 1_000} s.`)
      await delay(pauseMs)
      if (stopping) return
      running = launch()
      await running.ready.then(
        () => {
          parts?.running(name)
          log.info(`${name} is running again.`)
        },
        (error: unknown) => log.error(`${name} could not be started again.`, { error: describeError(error) }),
      )
    }
  }

  return {
    async stop() {
      stopping = true
      await running.stop()
    },
    kill() {
      stopping = true
      running.kill()
    },
  }
}
