import type { MirroredTableAction, WantedMirror } from '../../../core/catalog/mirrors/mirror-states.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Database, Query } from '../../store/database/database.ts'
import { listMirrorWindows } from '../../store/mirrors/mirror-windows.ts'
import {
  askOfTable,
  findMirror,
  listMirroredTables,
  listMirrors,
  type MirroredTableRow,
  type MirrorRow,
  wantMirror,
} from '../../store/mirrors/mirrors.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { requireFlow } from '../flows/require-flow.ts'
import { type Member, requirePermission } from '../members/member.ts'
import { notFound, RequestError } from '../request-error.ts'
import { mirrorRefusals } from './mirror-refusal.ts'

export interface MirrorOfFlow {
  /** Absent: it was never started. */
  readonly mirror: MirrorRow | undefined
  readonly tables: readonly MirroredTableRow[]
  readonly source: string
  readonly destination: string
}

/** @throws RequestError not found */
export const readMirror = (database: Database, organizationId: string, flowId: string): Promise<MirrorOfFlow> =>
  database.inOrganization(organizationId, (query) => find(query, organizationId, flowId))

async function find(query: Query, organizationId: string, flowId: string): Promise<MirrorOfFlow> {
  const { source, destination } = await requireFlow(query, organizationId, flowId)
  const mirror = await findMirror(query, organizationId, flowId)
  const tables = mirror ? await listMirroredTables(query, organizationId, flowId) : []
  return { mirror, tables, source: source.id, destination: destination.id }
}

export const readMirrors = (database: Database, organizationId: string) =>
  database.inOrganization(organizationId, (query) => listMirrors(query, organizationId))

const SHOWN_WINDOWS = 60

/** @param before a number. @throws RequestError not found */
export const readMirrorWindows = (database: Database, organizationId: string, flowId: string, before?: number) =>
  database.inOrganization(organizationId, async (query) => {
    await requireFlow(query, organizationId, flowId)
    return listMirrorWindows(query, organizationId, { flowId, before, most: SHOWN_WINDOWS })
  })

/** Starts, pauses or ends the mirror of a flow. @throws RequestError */
export const changeMirror = (database: Database, member: Member, flowId: string, wanted: WantedMirror) =>
  database.inOrganization(member.organizationId, async (query) => {
    const { organizationId } = member
    const flow = await requireFlow(query, organizationId, flowId)
    const [refusal] = wanted === 'on' ? mirrorRefusals(flow) : []
    if (refusal) throw new RequestError('invalid', 'CANNOT_MIRROR', refusal)
    if (!(await wantMirror(query, { organizationId, flowId, wanted }))) throw notStarted()
    await recordAudit(query, organizationId, member.person, { action: ACTIONS[wanted], id: flowId, name: flow.name })
    return find(query, organizationId, flowId)
  })

/** A copy is a run; the rest changes what the flow does from now on. @throws RequestError */
export const changeMirroredTable = (
  database: Database,
  member: Member,
  flowId: string,
  { entity, action }: { readonly entity?: string | undefined; readonly action: MirroredTableAction },
) =>
  database.inOrganization(member.organizationId, async (query) => {
    const { organizationId } = member
    if (action !== 'copy') requirePermission(member, 'flow.write')
    const flow = await requireFlow(query, organizationId, flowId)
    if (!(await findMirror(query, organizationId, flowId))) throw notStarted()
    if (!(await askOfTable(query, { organizationId, flowId, entity, action }))) throw notFound()
    await recordAudit(query, organizationId, member.person, {
      action: TABLE_ACTIONS[action],
      id: flowId,
      name: flow.name,
    })
    return find(query, organizationId, flowId)
  })

const ACTIONS = { on: 'flow.mirror_started', paused: 'flow.mirror_paused', off: 'flow.mirror_ended' } as const

const TABLE_ACTIONS = {
  pause: 'flow.mirrored_table_paused',
  resume: 'flow.mirrored_table_resumed',
  copy: 'flow.mirrored_table_copied',
} as const

const notStarted = () => new RequestError('conflict', 'MIRROR_OFF', sentence`This mirror has not been started.`)
