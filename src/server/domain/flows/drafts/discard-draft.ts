import type { Database } from '../../../store/database/database.ts'
import { findFlowDraft, lockFlow, saveFlowDraft } from '../../../store/flows/flow-drafts.ts'
import { recordAudit } from '../../../store/organizations/audit.ts'
import { keepDraft } from '../../../store/trash/trash.ts'
import type { Member } from '../../members/member.ts'
import { requireFlow } from '../require-flow.ts'
import { noDraft } from './edited-flow.ts'

/** Moves the draft of a flow to the trash. @throws RequestError not found; conflict without a draft */
export const discardDraft = (database: Database, { organizationId, person }: Member, flowId: string): Promise<void> =>
  database.inOrganization(organizationId, async (query) => {
    await lockFlow(query, organizationId, flowId)
    const { id, name } = await requireFlow(query, organizationId, flowId)
    const draft = await findFlowDraft(query, organizationId, id)
    if (!draft) throw noDraft()
    await keepDraft(query, organizationId, { flowId: id, name, draft, by: person.uid })
    await saveFlowDraft(query, organizationId, id, null)
    await recordAudit(query, organizationId, person, { action: 'flow.draft-discarded', id, name })
  })
