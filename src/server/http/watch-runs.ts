import type { RunFeed } from '../runs/run-feed.ts'
import type { EventSink } from './server-sent-events.ts'

/** A stream outlives the call that opened it, so the right to it is asked for again: removal takes effect within 5 s. */
const RECHECK_MS = 4_000

/**
 * Calls `send` at once and again after each change that concerns it, never twice at the same time:
 * changes that come while it works are answered by one more call, so a slow reader gets fewer, fresher states.
 */
export function watchRuns(
  feed: RunFeed,
  {
    organizationId,
    runId,
    sink,
    recheck,
    send,
  }: {
    readonly organizationId: string
    readonly runId?: string
    readonly sink: EventSink
    /** Rejects once the reader may no longer watch. */
    readonly recheck: () => Promise<unknown>
    /** Gets the runs that have changed, or nothing when any may have. @returns whether there is nothing more to come */
    readonly send: (changed: readonly string[] | undefined) => Promise<boolean>
  },
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isSending = false
    let changedRuns: Set<string> | 'any' | undefined = 'any'

    const end = (error?: unknown) => {
      unsubscribe()
      clearInterval(rechecking)
      if (error) reject(error)
      else resolve()
    }
    const pump = async () => {
      if (isSending) return
      isSending = true
      try {
        while (changedRuns && !sink.closed.aborted) {
          const changed: readonly string[] | undefined = changedRuns === 'any' ? undefined : [...changedRuns]
          changedRuns = undefined
          if (await send(changed)) return end()
        }
      } catch (error) {
        end(error)
      } finally {
        isSending = false
      }
    }
    const unsubscribe = feed.subscribe(organizationId, (changed) => {
      if (changed && runId !== undefined && changed.runId !== runId) return
      if (!changed) changedRuns = 'any'
      else if (changedRuns !== 'any') changedRuns = (changedRuns ?? new Set()).add(changed.runId)
      void pump()
    })
    const rechecking = setInterval(() => void recheck().catch(end), RECHECK_MS)
    sink.closed.addEventListener('abort', () => end(), { once: true })
    void pump()
  })
}
