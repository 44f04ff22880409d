import type { RunFeed } from './run-feed.ts'
import type { EventSink } from './server-sent-events.ts'

/** A stream outlives the call that opened it, so its permission is checked again: a removal takes effect within 5 s. */
const RECHECK_MS = 4_000

/**
 * Calls `send` at once and again after each change of the run, never twice at the same time: changes during a call
 * cause one more call, so a slow reader gets fewer, newer states.
 */
export function watchRun(
  feed: RunFeed,
  {
    organizationId,
    runId,
    sink,
    recheck,
    send,
  }: {
    readonly organizationId: string
    readonly runId: string
    readonly sink: EventSink
    /** Rejects when the reader may no longer watch. */
    readonly recheck: () => Promise<unknown>
    /** @returns whether no more changes will follow */
    readonly send: () => Promise<boolean>
  },
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isSending = false
    let isChanged = true

    const end = (error?: unknown) => {
      listening.end()
      clearInterval(rechecking)
      if (error) reject(error)
      else resolve()
    }
    const pump = async () => {
      if (isSending) return
      isSending = true
      try {
        await listening.ready
        while (isChanged && !sink.closed.aborted) {
          isChanged = false
          if (await send()) return end()
        }
      } catch (error) {
        end(error)
      } finally {
        isSending = false
      }
    }
    const listening = feed.subscribe(organizationId, (change) => {
      if (change && change.runId !== runId) return
      isChanged = true
      void pump()
    })
    const rechecking = setInterval(() => void recheck().catch(end), RECHECK_MS)
    sink.closed.addEventListener('abort', () => end(), { once: true })
    void pump()
  })
}
