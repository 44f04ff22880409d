import type { Query } from '../../../store/database/database.ts'
import { findPublishing } from '../../../store/flows/flow-drafts.ts'
import type { FlowRow } from '../../../store/flows/flow-row.ts'

/** Whether edits of a flow are used by its next run, rather than gathered until somebody publishes them. */
export async function publishesAtOnce(query: Query, organizationId: string, { id, config }: FlowRow): Promise<boolean> {
  const { setting, is_called: isCalled } = await findPublishing(query, organizationId, id)
  if (setting !== 'automatic') return setting === 'at_once'
  return !config.schedule && !config.after && !isCalled
}
