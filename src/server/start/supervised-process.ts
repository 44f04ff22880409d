import { setTimeout as delay } from 'node:timers/promises'

import type { Log } from '../ports/log.ts'

/** A child process that is up and answers. */
export interface RunningProcess {
  /** Settles when the process is gone, with the reason in a few words; never rejects. */
  readonly exited: Promise<string>
  /** Ends the process in good order and settles when it is gone. */
  stop(): Promise<void>
  /** Ends the process now. */
  kill(): void
}

export interface SupervisedProcess {
  stop(): Promise<void>
  kill(): void
}

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5_000
/** A process that ran this long was healthy: its next crash is a new one. */
const HEALTHY_MS = 30_000

/**
 * Starts a process, and starts it again with growing pauses whenever it ends by itself.
 * Rejects with the error of `start` when the very first start fails.
 */
export async function supervise(
  name: string,
  start: () => Promise<RunningProcess>,
  log: Log,
): Promise<SupervisedProcess> {
  const ending = new AbortController()
  let running = await start()
  let startedAt = Date.now()
  let pause = FIRST_PAUSE_MS

  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      const reason = await running.exited
      if (ending.signal.aborted) return
      if (Date.now() - startedAt > HEALTHY_MS) pause = FIRST_PAUSE_MS
      log.error(`${name} ended by itself and is started again.`, { reason, pauseMs: pause })
      await restart()
    }
  }

  async function restart(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await delay(pause, undefined, { signal: ending.signal })
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
        running = await start()
        startedAt = Date.now()
        log.info(`${name} is running again.`)
        return
      } catch (error) {
        if (!ending.signal.aborted) log.error(`${name} could not be started again.`, { reason: String(error) })
      }
    }
  }

  const watching = watch()
  return {
    async stop() {
      ending.abort()
      await running.stop()
      await watching
      await running.stop()
    },
    kill() {
      ending.abort()
      running.kill()
    },
  }
}
