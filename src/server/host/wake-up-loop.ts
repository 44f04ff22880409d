import { describeError } from './describe-error.ts'
import type { Log } from './log.ts'

/** Work of a process that is done when something wakes the loop or when it is due, and never twice at the same time. */
export interface WakeUpLoop {
  /** Works now, or once more after the present round. Does nothing while the loop is stopped. */
  wake(): void
  start(): void
  /** Settles when no work is running. */
  stop(): Promise<void>
}

interface Options {
  /**
   * One round, which wakes the loop if more is to be done at once; the signal is aborted when the loop stops.
   *
   * @returns the time until more is due, in milliseconds, if anything is
   */
  readonly work: (signal: AbortSignal) => Promise<number | undefined>
  readonly log: Log
  /** The message of the log line about a round that failed. */
  readonly subject: string
}

/** The maximum pause: the delay if a notification is lost, or a process fails in its work. */
const LONGEST_PAUSE_MS = 30_000

export function makeWakeUpLoop({ work, log, subject }: Options): WakeUpLoop {
  let end = new AbortController()
  end.abort()
  let timer: NodeJS.Timeout | undefined
  let rounds: Promise<void> | undefined
  let isCalledAgain = false

  const wake = () => {
    if (end.signal.aborted) return
    isCalledAgain = true
    rounds ??= workUntilIdle().finally(() => {
      rounds = undefined
    })
  }

  const workUntilIdle = async () => {
    clearTimeout(timer)
    let pause = LONGEST_PAUSE_MS
    while (isCalledAgain && !end.signal.aborted) {
      isCalledAgain = false
      try {
        pause = pauseOf(await work(end.signal))
      } catch (error) {
        log.warn(subject, { error: describeError(error) })
      }
    }
    if (!end.signal.aborted) timer = setTimeout(wake, pause)
  }

  return {
    wake,
    start: () => {
      end = new AbortController()
      wake()
    },
    stop: async () => {
      end.abort()
      clearTimeout(timer)
      await rounds
    },
  }
}

// By the database's clock a timer may be a little early, and is late only for a short time.
const pauseOf = (wait = LONGEST_PAUSE_MS) => Math.min(Math.max(Math.ceil(wait), 0) + 1, LONGEST_PAUSE_MS)
