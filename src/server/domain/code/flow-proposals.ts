import { sentence } from '../../../core/catalog/sentence.ts'
import { type Database, ofOrganization } from '../../store/database/database.ts'
import { deleteFlowProposal, insertFlowProposal, listFlowProposals } from '../../store/flows/flow-proposals.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Member } from '../members/member.ts'
import { invalid, notFound } from '../request-error.ts'
import { type CodePlan, planDocuments } from './apply-documents.ts'
import type { PlacedDocument } from './code-document.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
}

interface Proposal {
  /** As it was written. */
  readonly text: string
  readonly documents: readonly PlacedDocument[]
  /** Whether every document could be read. */
  readonly isReadable: boolean
}

/**
 * Plans a flow that a program proposes, and keeps the proposal for a person if it could be applied; nothing else changes.
 * @returns the plan, and the id of the proposal if it is kept. @throws RequestError unless it is one flow
 */
export async function proposeFlow(
  deps: Deps,
  member: Member,
  { text, documents, isReadable }: Proposal,
): Promise<CodePlan & { readonly id?: string }> {
  const { organizationId, person } = member
  const [first, ...others] = documents
  if (others.length > 0 || (first && first.document.kind !== 'flow'))
    throw invalid(sentence`A proposal is one document of the kind flow. Connections are added by people.`, 'text')
  const plan = await planDocuments(deps, member, { documents, unreadable: [], secrets: {}, prune: false })
  if (!first || !isReadable || plan.faults.length > 0 || plan.changes.length === 0) return plan
  const { name } = first.document
  const id = await deps.database.inOrganization(organizationId, async (query) => {
    const made = await insertFlowProposal(query, organizationId, { name, document: text, uid: person.uid })
    await recordAudit(query, organizationId, person, { action: 'flow.proposed', id: made, name })
    return made
  })
  return { ...plan, id }
}

export const readFlowProposals = ofOrganization(listFlowProposals)

/** It was applied, or nobody wants it. @throws RequestError not found */
export const discardFlowProposal = (
  database: Database,
  { organizationId, person }: Member,
  id: string,
): Promise<void> =>
  database.inOrganization(organizationId, async (query) => {
    const found = await deleteFlowProposal(query, organizationId, id)
    if (!found) throw notFound()
    await recordAudit(query, organizationId, person, { action: 'flow.proposal-closed', id, name: found.name })
  })
