import type { Database } from '../../store/database/database.ts'
import type { Notifications } from '../../store/database/notifications.ts'
import { findWanted } from '../../store/runs/wanted-runs.ts'

interface Deps {
  readonly notifications: Pick<Notifications, 'listen'>
  readonly database: Pick<Database, 'asSystem'>
}

/** How often the store is asked, too: a session may be lost, or hear nothing without an end. In milliseconds. */
const LOOK_MS = 3_000

/** Notifies this process's active runs of a requested cancellation, or that they are gone. */
export function makeCancellations({ notifications, database }: Deps) {
  const running = new Map<string, () => void>()
  let looking: NodeJS.Timeout | undefined

  const look = async () => {
    const asked = [...running]
    if (asked.length === 0) return
    const wanted = await database.asSystem((query) =>
      findWanted(
        query,
        asked.map(([runId]) => runId),
      ),
    )
    // A run that began meanwhile was not asked for.
    for (const [runId, cancel] of asked) if (!wanted.has(runId) && running.get(runId) === cancel) cancel()
  }
  // If the store is away, it is asked again.
  const tryToLook = () => void look().catch(() => undefined)

  notifications.listen('millrace_cancel', (runId) => {
    if (runId === undefined) tryToLook()
    else running.get(runId)?.()
  })

  return {
    onCancel: (runId: string, cancel: () => void) => {
      running.set(runId, cancel)
      looking ??= setInterval(tryToLook, LOOK_MS).unref()
      return () => {
        running.delete(runId)
        if (running.size > 0) return
        clearInterval(looking)
        looking = undefined
      }
    },
  }
}
