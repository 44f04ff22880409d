import type { RunFeed } from '../runs/run-feed.ts'
import type { EventSink } from './server-sent-events.ts'

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
    send,
  }: {
    readonly organizationId: string
    readonly runId?: string
    readonly sink: EventSink
    /** Gets the runs that have changed, or nothing when any may have. @returns whether there is nothing more to come */
    readonly send: (changed: readonly string[] | undefined) => Promise<boolean>
  },
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isSending = false
    let changedRuns: Set<string> | 'any' | undefined = 'any'

    const end = (error?: unknown) => {
      unsubscribe()
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
    sink.closed.addEventListener('abort', () => end(), { once: true })
    void pump()
  })
}
