import type { Notifications } from '../../store/database/notifications.ts'

/** Notifies this process's active runs of a requested cancellation. */
export function makeCancellations(notifications: Notifications) {
  const running = new Map<string, () => void>()

  notifications.listen('millrace_cancel', (runId) => {
    if (runId !== undefined) running.get(runId)?.()
  })

  return {
    onCancel: (runId: string, cancel: () => void) => {
      running.set(runId, cancel)
      return () => running.delete(runId)
    },
  }
}
