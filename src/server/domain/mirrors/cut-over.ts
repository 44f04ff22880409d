import { isPaced } from '../../../core/catalog/connections/connection-types.ts'
import type { CutOverAction } from '../../../core/catalog/mirrors/cut-over.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Database } from '../../store/database/database.ts'
import { askForCutOver, endCutOver } from '../../store/mirrors/mirror-cut-overs.ts'
import { findMirror } from '../../store/mirrors/mirrors.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { requireFlow } from '../flows/require-flow.ts'
import type { Member } from '../members/member.ts'
import { RequestError } from '../request-error.ts'

/**
 * Lets a mirror that is on prove all of its tables at one place, and make the destination ready for an application; or forgets that. The mirror follows
 * on in either case. @throws RequestError
 */
export const changeCutOver = (
  database: Database,
  member: Member,
  flowId: string,
  action: CutOverAction,
): Promise<void> =>
  database.inOrganization(member.organizationId, async (query) => {
    const { organizationId } = member
    const flow = await requireFlow(query, organizationId, flowId)
    const mirror = await findMirror(query, organizationId, flowId)
    if (action === 'prove' && mirror?.wanted !== 'on') throw mirrorOff()
    if (action === 'prove' && isPaced(flow.destination.type)) throw noDatabase()
    const change = action === 'prove' ? askForCutOver : endCutOver
    await change(query, { organizationId, flowId })
    await recordAudit(query, organizationId, member.person, { action: ACTIONS[action], id: flowId, name: flow.name })
  })

const ACTIONS = { prove: 'flow.cut_over_prepared', abort: 'flow.cut_over_aborted' } as const

const noDatabase = () =>
  new RequestError(
    'invalid',
    'CANNOT_CUT_OVER',
    sentence`A cut-over is for databases that applications use. This destination is a warehouse.`,
  )

const mirrorOff = () => new RequestError('conflict', 'MIRROR_OFF', sentence`This mirror is not on.`)
