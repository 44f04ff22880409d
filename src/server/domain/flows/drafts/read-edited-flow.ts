import { ofOrganization } from '../../../store/database/database.ts'
import { requireFlow } from '../require-flow.ts'
import { editedFlow } from './edited-flow.ts'

/** A flow with its draft; without one, as it is published. @throws RequestError not found */
export const readEditedFlow = ofOrganization(async (query, organizationId: string, flowId: string) =>
  editedFlow(query, organizationId, await requireFlow(query, organizationId, flowId)),
)
