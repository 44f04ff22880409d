import { describeError } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import { findAlertChannel } from '../../store/alerts/alert-channels.ts'
import { type AlertDeliveryRow, claimAlertDeliveries, untilNextDelivery } from '../../store/alerts/alert-deliveries.ts'
import type { Notifications } from '../../store/database/notifications.ts'
import { type FinalizeAlertDeps, finalizeAlert } from './finalize-alert.ts'

/** Sends what has been raised. Every process may have one: each message is sent by whoever claims it first. */
export interface AlertSender {
  start(): void
  /** Settles when nothing is under way any more. */
  stop(): Promise<void>
}

interface Options extends FinalizeAlertDeps {
  readonly notifications: Notifications
  readonly log: Log
}

/** Should a notification be lost, or a process die while it sends, this is how late a message becomes. */
const LOOK_AT_LEAST_EVERY_MS = 30_000

/** Messages that one process sends at the same time. */
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

  /** One that fails is no reason for the others to wait; one that was not settled is tried again when its claim has run out. */
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
