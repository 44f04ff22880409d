/** Does work for each, in order, so many at once. Throws only after all have ended: nobody closes sessions that others still use. */
export async function inLanes<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  const waiting = all.values()
  const lanes = Array.from({ length: atOnce }, async () => {
    for (const one of waiting) await work(one)
  })
  for (const lane of await Promise.allSettled(lanes)) if (lane.status === 'rejected') throw lane.reason
}
