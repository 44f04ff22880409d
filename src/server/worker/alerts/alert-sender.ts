import { describeError } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import { findAlertChannel } from '../../store/alerts/alert-channels.ts'
import { type AlertDeliveryRow, claimAlertDeliveries, untilNextDelivery } from '../../store/alerts/alert-deliveries.ts'
import type { Notifications } from '../../store/database/notifications.ts'
import { type FinalizeAlertDeps, finalizeAlert } from './finalize-alert.ts'

/** Sends alerts. Every process may have one: the first process that claims a message sends it. */
export interface AlertSender {
  start(): void
  /** Settles when no work is running. */
  stop(): Promise<void>
}

interface Options extends FinalizeAlertDeps {
  readonly notifications: Notifications
  readonly log: Log
}

/** The maximum delay of a message if a notification is lost, or a process fails while it sends. */
const LOOK_AT_LEAST_EVERY_MS = 30_000

/** Number of messages that one process sends at the same time. */
const BATCH = 10

export function makeAlertSender({ notifications, log, ...deps }: Options): AlertSender {
  const { database } = deps
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let isCalledAgain = false
  let end = new AbortController()
  end.abort()

  const wake = () => {
    if (end.signal.aborted) return
    isCalledAgain = true
    working ??= work().finally(() => {
      working = undefined
    })
  }

  const work = async () => {
    clearTimeout(timer)
    let wait: number | undefined
    while (isCalledAgain && !end.signal.aborted) {
      isCalledAgain = false
      try {
        const claimed = await database.asSystem((query) => claimAlertDeliveries(query, BATCH))
        await Promise.all(claimed.map(deliver))
        if (claimed.length === BATCH) isCalledAgain = true
        wait = await database.asSystem(untilNextDelivery)
      } catch (error) {
        log.warn('alerts', { error: describeError(error) })
      }
    }
    const pause = Math.min(Math.max(wait ?? LOOK_AT_LEAST_EVERY_MS, 0) + 1, LOOK_AT_LEAST_EVERY_MS)
    if (!end.signal.aborted) timer = setTimeout(wake, pause)
  }

  /** If one fails, the others must not wait; an unfinished one is retried when its claim has expired. */
  const deliver = async (delivery: AlertDeliveryRow) => {
    try {
      const { organization_id: organizationId, channel_id: channelId } = delivery
      const channel = await database.asSystem((query) => findAlertChannel(query, organizationId, channelId))
      if (channel) await finalizeAlert(deps, channel, delivery, end.signal)
    } catch (error) {
      if (!end.signal.aborted) log.warn('alert not sent', { delivery: delivery.id, error: describeError(error) })
    }
  }

  notifications.listen('millrace_alerts', wake)

  return {
    start: () => {
      end = new AbortController()
      wake()
    },
    stop: async () => {
      end.abort()
      clearTimeout(timer)
      await working
    },
  }
}
