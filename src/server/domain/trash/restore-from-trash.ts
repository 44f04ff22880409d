import { sentence } from '../../../core/catalog/sentence.ts'
import { findConnection } from '../../store/connections/connections.ts'
import { findIntegration } from '../../store/connections/integrations.ts'
import type { Database, Query } from '../../store/database/database.ts'
import { lockFlow, saveFlowDraft } from '../../store/flows/flow-drafts.ts'
import { rescheduleFlow, updateFlow } from '../../store/flows/flows.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import {
  draftInTrash,
  findInTrash,
  forgetEntry,
  putBack,
  type RowKind,
  scheduleInTrash,
  type TrashRow,
} from '../../store/trash/trash.ts'
import { refuseLoop } from '../flows/check-after.ts'
import { keepFlowVersion } from '../flows/flow-versions.ts'
import { refuseOwnedByCode } from '../flows/refuse-owned-by-code.ts'
import { requireFlow } from '../flows/require-flow.ts'
import { type Member, requirePermissionsFor } from '../members/member.ts'
import { notFound, RequestError } from '../request-error.ts'
import { subjectInTrash } from './subject-in-trash.ts'

type Restored = Pick<TrashRow, 'id' | 'kind' | 'name'>

/**
 * Restores something with all that it needs: a flow with its connections, a connection with its credentials. Runs and
 * positions have waited, so that an incremental flow goes on where it was.
 * @returns everything that was restored; the requested entry is the last
 * @throws RequestError not found; forbidden without the permission for each part; conflict when a part was deleted permanently
 */
export const restoreFromTrash = (database: Database, member: Member, id: string): Promise<readonly Restored[]> =>
  database.inOrganization(member.organizationId, async (query) => {
    const entry = await findInTrash(query, member.organizationId, id)
    if (!entry) throw notFound()
    if (entry.kind === 'schedule') return [await restoreSchedule(query, member, entry)]
    if (entry.kind === 'draft') return [await restoreDraft(query, member, entry)]
    const restored = await restoreEntry(query, member, entry)
    if (entry.kind === 'flow')
      await refuseLoop(query, member.organizationId, await requireFlow(query, member.organizationId, id))
    return restored
  })

/** The same for anything but a schedule, in a transaction that afterwards refuses loops. @throws RequestError */
export async function restoreEntry(query: Query, member: Member, entry: TrashRow): Promise<readonly Restored[]> {
  const { organizationId, person } = member
  const { id, name } = entry
  const kind = rowKind(entry)
  requirePermissionsFor(member, kind, subjectInTrash(entry), 'restore')
  const restored: Restored[] = []
  for (const needed of entry.needs) {
    if (await isThere(query, organizationId, needed)) continue
    const part = await findInTrash(query, organizationId, needed)
    if (!part) throw partIsGone(entry)
    restored.push(...(await restoreEntry(query, member, part)))
  }
  await putBack(query, organizationId, kind, id)
  if (kind === 'flow') await rescheduleFlow(query, organizationId, id)
  await recordAudit(query, organizationId, person, { action: `${kind}.restored`, id, name })
  return [...restored, { id, kind, name }]
}

async function restoreSchedule(query: Query, member: Member, { id, name, kind, needs }: TrashRow): Promise<Restored> {
  requirePermissionsFor(member, kind, {}, 'restore')
  const { organizationId, person } = member
  const schedule = await scheduleInTrash(query, id)
  const flow = await requireFlow(query, organizationId, needs[0] ?? '').catch(() => undefined)
  if (!flow || !schedule) throw partIsGone({ kind })
  if (flow.config.schedule)
    throw new RequestError(
      'conflict',
      'FLOW_HAS_SCHEDULE',
      sentence`“${flow.name}” has another schedule now. Remove it first, then restore this one.`,
    )
  refuseOwnedByCode(flow)
  await updateFlow(query, organizationId, {
    id: flow.id,
    version: flow.version,
    name: flow.name,
    enabled: flow.enabled,
    sourceConnectionId: flow.source.id,
    destinationConnectionId: flow.destination.id,
    config: { ...flow.config, schedule },
    freshnessMinutes: flow.freshness_minutes,
    codeFile: null,
    ownerUid: flow.owner?.uid ?? null,
    tags: flow.tags,
  })
  const restored = await requireFlow(query, organizationId, flow.id)
  await keepFlowVersion(query, organizationId, restored, {
    by: person.uid,
    changes: [{ path: ['schedule'], kind: 'added' }],
  })
  await forgetEntry(query, organizationId, id)
  await recordAudit(query, organizationId, person, { action: 'flow.schedule-restored', id: flow.id, name: flow.name })
  return { id: flow.id, kind, name }
}

async function restoreDraft(query: Query, member: Member, { id, name, kind, needs }: TrashRow): Promise<Restored> {
  requirePermissionsFor(member, kind, {}, 'restore')
  const { organizationId, person } = member
  const draft = await draftInTrash(query, id)
  // Nobody else begins a draft between the look and the write.
  await lockFlow(query, organizationId, needs[0] ?? '')
  const flow = await requireFlow(query, organizationId, needs[0] ?? '').catch(() => undefined)
  if (!flow || !draft) throw partIsGone({ kind })
  if (flow.draft)
    throw new RequestError(
      'conflict',
      'FLOW_HAS_DRAFT',
      sentence`“${flow.name}” has another draft now. Publish or discard it first, then restore this one.`,
    )
  refuseOwnedByCode(flow)
  await saveFlowDraft(query, organizationId, flow.id, { ...draft, updated_by: person.uid })
  await forgetEntry(query, organizationId, id)
  await recordAudit(query, organizationId, person, { action: 'flow.draft-restored', id: flow.id, name: flow.name })
  return { id: flow.id, kind, name }
}

const isThere = async (query: Query, organizationId: string, id: string): Promise<boolean> =>
  Boolean((await findConnection(query, organizationId, id)) ?? (await findIntegration(query, organizationId, id)))

function rowKind({ kind }: TrashRow): RowKind {
  if (kind === 'schedule' || kind === 'draft') throw new Error(`a ${kind} has no row`)
  return kind
}

const partIsGone = ({ kind }: Pick<TrashRow, 'kind'>) =>
  new RequestError(
    'conflict',
    'PART_IS_GONE',
    kind === 'flow'
      ? sentence`A connection of this flow was deleted permanently, so the flow cannot be restored.`
      : kind === 'schedule'
        ? sentence`The flow of this schedule is in the trash. Restore the flow first.`
        : kind === 'draft'
          ? sentence`The flow of this draft is in the trash. Restore the flow first.`
          : sentence`The integration of this connection was deleted permanently, so the connection cannot be restored.`,
  )
