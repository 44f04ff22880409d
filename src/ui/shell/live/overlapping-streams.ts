import type { Unsubscribe } from '../../../core/observable.ts'
import type { StreamState } from '../../../core/runs/live/run-events.ts'

export interface OverlappingStreams {
  /** Opens a stream; those before it end when it is open, so that no change falls between them. */
  connect(): void
  endAll(): void
}

/** One stream at a time, except while the next one opens. */
export function makeOverlappingStreams(
  open: (onState: (state: StreamState) => void) => Unsubscribe,
  onState: (state: StreamState) => void,
): OverlappingStreams {
  const ends = new Set<() => void>()
  return {
    connect: () => {
      const before = [...ends]
      let isEnded = false
      const stop = open((state) => {
        if (isEnded) return
        if (state === 'open') for (const end of before) end()
        onState(state)
      })
      const end = () => {
        isEnded = true
        if (ends.delete(end)) stop()
      }
      ends.add(end)
    },
    endAll: () => {
      for (const end of ends) end()
    },
  }
}
