import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import type { Query } from '../../../store/database/database.ts'
import { type DraftContent, type FlowDraftRow, findFlowDraft } from '../../../store/flows/flow-drafts.ts'
import type { FlowRow } from '../../../store/flows/flow-row.ts'
import type { AuditChange } from '../../../store/organizations/audit.ts'
import { type Changer, findLastChanger } from '../../../store/versions/versions.ts'
import { RequestError } from '../../request-error.ts'
import { changesBetween, withContent } from '../draft-changes.ts'
import { draftedOf } from '../draft-content.ts'
import { rebaseDraft } from '../rebase-draft.ts'
import { publishesAtOnce } from './publishes-at-once.ts'

/** A flow with its draft. */
export interface EditedFlow {
  /** As it is edited; its version is the published one. */
  readonly flow: FlowRow
  readonly changes: readonly AuditChange[]
  readonly isAtOnce: boolean
  /** What was published when the draft was begun, if what was published since changes the same part. */
  readonly base?: FlowRow
  /** The last person who saved or published something. */
  readonly changedBy?: Changer
}

/** What a draft is worth now: on top of what is published, or on its own base until a person has merged the two. */
export interface CurrentDraft {
  readonly row: FlowDraftRow
  readonly content: DraftContent
  readonly isConflict: boolean
}

export async function currentDraft(query: Query, organizationId: string, flow: FlowRow): Promise<CurrentDraft | null> {
  const row = flow.draft && (await findFlowDraft(query, organizationId, flow.id))
  if (!row) return null
  const rebased = rebaseDraft(row, draftedOf(flow))
  return { row, content: rebased ?? row, isConflict: rebased === undefined }
}

export async function editedFlow(query: Query, organizationId: string, published: FlowRow): Promise<EditedFlow> {
  const isAtOnce = await publishesAtOnce(query, organizationId, published)
  const draft = await currentDraft(query, organizationId, published)
  const ofVersion = await findLastChanger(query, organizationId, published.id)
  if (!draft) return defined({ flow: published, changes: [], isAtOnce, changedBy: ofVersion })
  const flow = await withContent(query, organizationId, published, draft.content)
  const changedBy = (draft.isConflict ? undefined : published.draft?.updated_by) ?? ofVersion
  const edited = defined({ flow, changes: changesBetween(published, flow), isAtOnce, changedBy })
  if (!draft.isConflict) return edited
  return { ...edited, base: await withContent(query, organizationId, published, draft.row.base) }
}

export const noDraft = () =>
  new RequestError('conflict', 'NO_DRAFT', sentence`This flow has no draft: everything is published.`)
