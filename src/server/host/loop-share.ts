/** In milliseconds: long work takes no more of one turn of the event loop, so that answers to others wait no longer. */
const LONGEST_MS = 5

let begunAt: number | undefined
let isPlanned = false
const waiting: (() => void)[] = []

/** Whether long work, all of it together, has had its share of this turn of the event loop. */
export function hasHadShare(): boolean {
  if (begunAt === undefined) {
    begunAt = performance.now()
    planTurn()
  }
  return performance.now() - begunAt > LONGEST_MS
}

/** For who has had its share. Settles in a later turn: one piece of long work goes on in each, the one that waits longest. */
export const untilNextShare = (): Promise<void> => new Promise((resolve) => void waiting.push(resolve))

function planTurn(): void {
  if (isPlanned) return
  isPlanned = true
  setImmediate(() => {
    isPlanned = false
    begunAt = undefined
    waiting.shift()?.()
    if (waiting.length > 0) planTurn()
  })
}
