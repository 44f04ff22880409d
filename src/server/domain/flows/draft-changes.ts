import { findConnection } from '../../store/connections/connections.ts'
import type { Query } from '../../store/database/database.ts'
import type { DraftContent, FlowDraftRow } from '../../store/flows/flow-drafts.ts'
import type { ConnectionSummary, FlowRow } from '../../store/flows/flow-row.ts'
import type { AuditChange } from '../../store/organizations/audit.ts'
import { draftedOf, withDrafted } from './draft-content.ts'
import { flowChanges } from './flow-changes.ts'
import { rebaseDraft } from './rebase-draft.ts'

/** What a draft changes of what is published. A draft that a person has to merge first is compared as it is. */
export async function draftChanges(
  query: Query,
  organizationId: string,
  flow: FlowRow,
  draft: FlowDraftRow,
): Promise<readonly AuditChange[]> {
  const content = rebaseDraft(draft, draftedOf(flow)) ?? draft
  return changesBetween(flow, await withContent(query, organizationId, flow, content))
}

/** The differences of two states of one flow, apart from those that both have. */
export const changesBetween = (before: FlowRow, after: FlowRow): readonly AuditChange[] =>
  flowChanges(describedFlow(before), describedFlow(after))

const describedFlow = (flow: FlowRow) => ({
  ...flow,
  freshnessMinutes: flow.freshness_minutes,
  codeFile: flow.code_file,
  owner: flow.owner?.name ?? null,
})

/** A flow as a draft has it. A connection that was deleted meanwhile has no name. */
export async function withContent(
  query: Query,
  organizationId: string,
  flow: FlowRow,
  content: DraftContent,
): Promise<FlowRow> {
  const end = async (known: ConnectionSummary, id: string): Promise<ConnectionSummary> => {
    if (id === known.id) return known
    const found = await findConnection(query, organizationId, id)
    return found ? { id, name: found.name, type: found.type } : { ...known, id, name: '' }
  }
  return {
    ...flow,
    source: await end(flow.source, content.source_connection_id),
    destination: await end(flow.destination, content.destination_connection_id),
    config: withDrafted(flow.config, content.config),
  }
}
