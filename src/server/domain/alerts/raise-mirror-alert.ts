import { defined } from '../../../core/catalog/defined.ts'
import { insertAlertDeliveries } from '../../store/alerts/alert-deliveries.ts'
import type { Query } from '../../store/database/database.ts'
import { findFlowName } from '../../store/flows/flow-health.ts'
import type { RunErrorRow } from '../../store/runs/run-rows.ts'

interface MirrorAlert {
  readonly organizationId: string
  readonly flowId: string
  readonly event: 'failed' | 'recovered' | 'budget'
  /** The table that has paused; absent: the mirror as a whole. */
  readonly entity?: string | undefined
  readonly problem?: RunErrorRow | undefined
  /** For `failed`: rows of the table that differ from the source. */
  readonly difference?: { readonly missing: number; readonly changed: number; readonly extra: number } | undefined
  /** For `recovered`: how many of them were sent again. */
  readonly repaired?: number | undefined
  /** For `budget`: how much of its log the source keeps. */
  readonly heldBytes?: number | undefined
}

/** Notifies the subscribed channels that a mirror, or one of its tables, does not follow any more, or follows again. */
export async function raiseMirrorAlert(query: Query, alert: MirrorAlert): Promise<void> {
  const { organizationId, flowId, event, entity, problem, heldBytes, difference, repaired } = alert
  const names = await findFlowName(query, flowId)
  if (!names) return
  const { code = '', message = '', sentence, hint, hint_sentence } = problem ?? {}
  await insertAlertDeliveries(query, {
    organizationId,
    flowId,
    event,
    message: {
      type: `flow.${event}`,
      raised_at: new Date().toISOString(),
      organization: { id: organizationId, name: names.organization_name },
      flow: { id: flowId, name: names.flow_name },
      mirror: defined({
        entity,
        held_bytes: heldBytes,
        difference,
        repaired,
        error: problem && defined({ code, message, sentence, hint, hint_sentence }),
      }),
    },
  })
}
