import { insertAlertDeliveries } from '../../store/alerts/alert-deliveries.ts'
import type { Query } from '../../store/database/database.ts'
import { markLateFlows } from '../../store/flows/flow-health.ts'

/** Finds flows that have just become late, and notifies the subscribed channels. @returns how many */
export async function raiseLateAlerts(query: Query, limit: number): Promise<number> {
  const flows = await markLateFlows(query, limit)
  for (const flow of flows) {
    await insertAlertDeliveries(query, {
      organizationId: flow.organization_id,
      flowId: flow.id,
      event: 'late',
      message: {
        type: 'flow.late',
        raised_at: flow.late_since.toISOString(),
        organization: { id: flow.organization_id, name: flow.organization_name },
        flow: { id: flow.id, name: flow.name },
        freshness: {
          promised_minutes: flow.freshness_minutes,
          last_success_at: flow.last_success_at?.toISOString() ?? null,
        },
      },
    })
  }
  return flows.length
}
