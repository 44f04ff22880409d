const LOOK_MS = 1_000

interface Options {
  /** How long the process may work without a row. */
  readonly limit: number
  /** The seconds that it has worked so far. */
  readonly worked: () => number | undefined
  /** Changes with every batch that it takes or returns. */
  readonly batches: () => number
  readonly tooLong: () => void
}

/**
 * Finds a step that works without end, such as a recursion. Counts the time of the processor, because a process that waits for a slow
 * source or destination does not work.
 */
export function watchIdle({ limit, worked, batches, tooLong }: Options): { stop(): void } {
  let since = worked()
  let known = batches()
  const look = () => {
    const now = worked()
    if (batches() !== known || since === undefined || now === undefined) {
      known = batches()
      since = now
    } else if (now - since >= limit) {
      clearInterval(looking)
      tooLong()
    }
  }
  const looking = setInterval(look, LOOK_MS).unref()
  return { stop: () => clearInterval(looking) }
}
