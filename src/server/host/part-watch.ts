/** What people are told about parts of this installation that end without a request and are started again. */
export interface PartWatch {
  /** Notes that a part has ended. @param how in words, such as `SIGKILL` */
  ended(part: string, how: string, at?: number): void
  /** Notes that a part works, again. */
  running(part: string): void
  /** A sentence for each part that is down, or has ended repeatedly in the last minutes. */
  troubles(): string[]
}

/** One end may be chance, and is in the log; more of them within this time are a sign of something. */
const RECENT_MS = 10 * 60_000
const REPEATEDLY = 2

interface Ends {
  isDown: boolean
  how: string
  readonly times: number[]
}

export function makePartWatch(now: () => number = Date.now): PartWatch {
  const parts = new Map<string, Ends>()
  return {
    ended: (part, how, at = now()) => {
      const ends = parts.get(part) ?? { isDown: true, how, times: [] }
      parts.set(part, ends)
      Object.assign(ends, { isDown: true, how })
      ends.times.push(at)
    },
    running: (part) => {
      const ends = parts.get(part)
      if (ends) ends.isDown = false
    },
    troubles: () =>
      [...parts].flatMap(([part, { isDown, how, times }]) => {
        times.splice(0, times.filter((at) => now() - at > RECENT_MS).length)
        if (isDown) return [`${part} has ended unexpectedly (${how}) and is being started again.`]
        if (times.length < REPEATEDLY) return []
        return [
          `${part} has ended unexpectedly ${times.length} times in the last ten minutes, the last time by ${how}.`,
        ]
      }),
  }
}
