import { setTimeout as sleep } from 'node:timers/promises'

interface Tries {
  /** Milliseconds between a try and the next: there is one try more than pauses. */
  readonly pauses: readonly number[]
  /** Whether the next try may end otherwise. */
  readonly isWorthIt: (error: unknown) => boolean | Promise<boolean>
  /** Begins no further try, and ends a pause. The first try is made in any case. */
  readonly signal: AbortSignal
}

/** @throws the error of the last try */
export async function tryAgain<T>(work: () => Promise<T>, { pauses, isWorthIt, signal }: Tries): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await work()
    } catch (error) {
      const pause = pauses[tried]
      if (pause === undefined || !(await isWorthIt(error))) throw error
      await sleep(pause, undefined, { signal }).catch(() => {
        throw error
      })
    }
  }
}
