import { alertTypeOf } from '../../../core/catalog/alert-events.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { isTrouble } from '../../../core/catalog/runs/run-states.ts'
import { SKIPPED } from '../../../core/catalog/schedules/schedule-rules.ts'
import { insertAlertDeliveries } from '../../store/alerts/alert-deliveries.ts'
import type { AlertMessage } from '../../store/alerts/alert-message.ts'
import type { Query } from '../../store/database/database.ts'
import { findEndedRun, keepFreshness } from '../../store/flows/flow-health.ts'
import { listFailures, listReceipts } from '../../store/runs/run-streams.ts'
import { rejectedShare, runChanges } from './run-changes.ts'

/** A readable number of failed tables. */
const NAMED = 5

/** Tables in the receipt of a message; the whole receipt has its own call. */
const IN_RECEIPT = 100

/**
 * The consequences of the end of a run for its flow, within the transaction that ends the run: after a success the freshness time
 * is computed again, and the subscribed channels are notified of a change, once.
 */
export async function raiseRunAlerts(query: Query, runId: string): Promise<void> {
  const ended = await findEndedRun(query, runId)
  if (!ended) return
  const { organization_id: organizationId, flow_id: flowId, totals } = ended
  if (ended.status === 'succeeded') await keepFreshness(query, flowId)

  const shares = { before: rejectedShare(ended.totals_before), now: rejectedShare(totals) }
  const changes = runChanges({
    status: ended.status,
    isSkipped: ended.error?.code === SKIPPED,
    statusBefore: ended.status_before,
    rejectedShare: shares.now,
    rejectedShareBefore: shares.before,
    wasLate: ended.late_since !== null,
  })
  const failures = isTrouble(ended.status) ? await listFailures(query, runId, NAMED) : []
  for (const event of changes) {
    const message: AlertMessage = defined({
      type: alertTypeOf(event),
      raised_at: ended.finished_at.toISOString(),
      traceparent: ended.traceparent ?? undefined,
      organization: { id: organizationId, name: ended.organization_name },
      flow: { id: flowId, name: ended.flow_name },
      run: defined({
        id: runId,
        status: ended.status,
        started_at: ended.started_at?.toISOString() ?? null,
        finished_at: ended.finished_at.toISOString(),
        rows_read: totals.rows_read,
        rows_written: totals.rows_written,
        rows_rejected: totals.rows_rejected,
        tables: { all: totals.streams, arrived: totals.succeeded },
        failures,
        receipt: event === 'succeeded' ? await listReceipts(query, runId, IN_RECEIPT) : undefined,
        error:
          ended.error &&
          defined({
            code: ended.error.code,
            message: ended.error.message,
            sentence: ended.error.sentence,
            hint: ended.error.hint,
            hint_sentence: ended.error.hint_sentence,
          }),
      }),
    })
    const rejected = event === 'rejected' ? shares : undefined
    await insertAlertDeliveries(query, defined({ organizationId, flowId, event, message, rejected }))
  }
}
