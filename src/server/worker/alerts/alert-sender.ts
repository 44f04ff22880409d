import { describeError } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import { makeWakeUpLoop, type WakeUpLoop } from '../../host/wake-up-loop.ts'
import { findAlertChannel } from '../../store/alerts/alert-channels.ts'
import { type AlertDeliveryRow, claimAlertDeliveries, untilNextDelivery } from '../../store/alerts/alert-deliveries.ts'
import type { Notifications } from '../../store/database/notifications.ts'
import { type FinalizeAlertDeps, finalizeAlert } from './finalize-alert.ts'

interface Options extends FinalizeAlertDeps {
  readonly notifications: Notifications
  readonly log: Log
}

/** Number of messages that one process sends at the same time. */
const BATCH = 10

/** Sends alerts. Every process may have one: the first process that claims a message sends it. */
export function makeAlertSender({ notifications, log, ...deps }: Options): WakeUpLoop {
  const { database } = deps

  const work = async (signal: AbortSignal) => {
    const claimed = await database.asSystem((query) => claimAlertDeliveries(query, BATCH))
    await Promise.all(claimed.map((delivery) => deliver(delivery, signal)))
    if (claimed.length === BATCH) loop.wake()
    return database.asSystem(untilNextDelivery)
  }

  /** If one fails, the others must not wait; an unfinished one is retried when its claim has expired. */
  const deliver = async (delivery: AlertDeliveryRow, signal: AbortSignal) => {
    try {
      const { organization_id: organizationId, channel_id: channelId } = delivery
      const channel = await database.asSystem((query) => findAlertChannel(query, organizationId, channelId))
      if (channel) await finalizeAlert(deps, channel, delivery, signal)
    } catch (error) {
      if (!signal.aborted) log.warn('alert not sent', { delivery: delivery.id, error: describeError(error) })
    }
  }

  const loop = makeWakeUpLoop({ work, log, subject: 'alerts' })
  notifications.listen('millrace_alerts', loop.wake)
  return loop
}
