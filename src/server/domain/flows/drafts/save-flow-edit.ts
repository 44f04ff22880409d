import type { Database, Query } from '../../../store/database/database.ts'
import type { FlowConfig } from '../../../store/flows/flow-config.ts'
import { type DraftContent, type FlowDraftRow, lockFlow, saveFlowDraft } from '../../../store/flows/flow-drafts.ts'
import type { FlowRow } from '../../../store/flows/flow-row.ts'
import { refuseWrongVersion } from '../../expected-version.ts'
import type { Member } from '../../members/member.ts'
import { type FlowChange, requirePossible, saveFlow } from '../change-flows.ts'
import { refuseLoop } from '../check-after.ts'
import { isUnfinished } from '../check-steps.ts'
import { changesBetween, withContent } from '../draft-changes.ts'
import { contentOf, draftedOf, withDrafted } from '../draft-content.ts'
import { refuseOwnedByCode } from '../refuse-owned-by-code.ts'
import { requireFlow } from '../require-flow.ts'
import { type CurrentDraft, currentDraft, type EditedFlow, editedFlow } from './edited-flow.ts'
import { publishesAtOnce } from './publishes-at-once.ts'

type Edit = Omit<FlowChange, 'version' | 'codeFile' | 'id'> & {
  /** The state that the editor has shown. Absent: any. */
  readonly edition: number | undefined
  /** The published version on which the values were made, after a person has merged them with it. */
  readonly baseVersion: number | undefined
}

/**
 * Saves what was edited. When a flow runs, its name and its limits hold at once; what it moves, and how, waits in its draft, unless the
 * flow publishes at once and all its steps are finished.
 * @returns the flow as it is edited now, and whether it was saved; it is not saved if it has changed since the editor read it. @throws RequestError
 */
export const saveFlowEdit = (
  database: Database,
  member: Member,
  flowId: string,
  { edition, baseVersion, ...change }: Edit,
): Promise<EditedFlow & { readonly isSaved: boolean }> =>
  database.inOrganization(member.organizationId, async (query) => {
    const { organizationId } = member
    await lockFlow(query, organizationId, flowId)
    const published = await requireFlow(query, organizationId, flowId)
    refuseOwnedByCode(published)
    refuseWrongVersion(edition, 'flow')
    const isSaved = edition === undefined || edition === published.edition
    if (isSaved) await saveParts(query, member, published, { change, baseVersion })
    const now = await requireFlow(query, organizationId, published.id)
    if (isSaved) await refuseLoop(query, organizationId, now)
    return { ...(await editedFlow(query, organizationId, now)), isSaved }
  })

interface Parts {
  readonly change: Omit<Edit, 'edition' | 'baseVersion'>
  readonly baseVersion: number | undefined
}

async function saveParts(query: Query, member: Member, published: FlowRow, { change, baseVersion }: Parts) {
  const { organizationId } = member
  const draft = await currentDraft(query, organizationId, published)
  const isMerged = draft?.isConflict === true && baseVersion === published.version
  const before = draft && !isMerged ? await withContent(query, organizationId, published, draft.content) : published
  const ends = {
    sourceConnectionId: change.sourceConnectionId ?? before.source.id,
    destinationConnectionId: change.destinationConnectionId ?? before.destination.id,
  }
  const config = change.config ?? before.config
  await requirePossible(query, organizationId, published, { ...ends, config })
  const drafted = contentOf({ ...ends, config })
  const { name, enabled, freshnessMinutes } = change
  const live = { name, enabled, freshnessMinutes, config: liveConfig(published.config, config) }
  if (await isPublishedNow(query, organizationId, { published, draft, config })) {
    const isEdit = { isEdit: true } as const
    await saveFlow(query, member, published.id, { ...live, ...ends, config }, isEdit)
    if (draft) await saveFlowDraft(query, organizationId, published.id, null)
    return
  }
  if (hasLiveChange(published, live)) await saveFlow(query, member, published.id, live, { isEdit: true })
  const kept = draft?.isConflict && !isMerged ? draft.row : undefined
  await putDraft(query, member, published.id, {
    content: drafted,
    base: kept?.base ?? draftedOf(published),
    baseVersion: kept?.base_version,
  })
}

/** What is not part of a draft. */
const liveConfig = (published: FlowConfig, { schedule, after, budget }: FlowConfig): FlowConfig => ({
  ...published,
  schedule,
  after,
  budget,
})

type Live = Pick<FlowChange, 'name' | 'enabled' | 'freshnessMinutes'> & { readonly config: FlowConfig }

const hasLiveChange = (published: FlowRow, { name, enabled, freshnessMinutes, config }: Live): boolean =>
  changesBetween(published, {
    ...published,
    name: name ?? published.name,
    enabled: enabled ?? published.enabled,
    freshness_minutes: freshnessMinutes === undefined ? published.freshness_minutes : freshnessMinutes,
    config,
  }).length > 0

interface Considered {
  readonly published: FlowRow
  readonly draft: CurrentDraft | null
  readonly config: FlowConfig
}

/** A draft that somebody has finished and not published stays one, whatever the setting became meanwhile. */
async function isPublishedNow(query: Query, organizationId: string, { published, draft, config }: Considered) {
  if (isUnfinished(config)) return false
  if (draft && !isUnfinished(withDrafted(published.config, draft.content.config))) return false
  return publishesAtOnce(query, organizationId, published)
}

interface Put {
  readonly content: DraftContent
  readonly base: DraftContent
  /** Absent: the published version. */
  readonly baseVersion: number | undefined
}

/** A draft that changes nothing is none. */
async function putDraft(
  query: Query,
  { organizationId, person }: Member,
  id: string,
  { content, base, baseVersion }: Put,
): Promise<void> {
  const now = await requireFlow(query, organizationId, id)
  const { length } = changesBetween(now, await withContent(query, organizationId, now, content))
  if (length === 0 && !now.draft) return
  const draft: FlowDraftRow = {
    ...content,
    base,
    base_version: baseVersion ?? now.version,
    changes: length,
    updated_at: new Date().toISOString(),
    updated_by: person.uid,
  }
  await saveFlowDraft(query, organizationId, id, length === 0 ? null : draft)
}
