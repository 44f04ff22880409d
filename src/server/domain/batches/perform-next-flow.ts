import { isAllowed, type Permission } from '../../../core/catalog/permissions.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { wordsOf } from '../../../core/catalog/words.ts'
import type { Database, Query } from '../../store/database/database.ts'
import { attempt } from '../../store/database/savepoint.ts'
import {
  type BatchChange,
  endFlowOfBatch,
  lockNextFlow,
  shareBatch,
  type WaitingFlow,
} from '../../store/flows/batches.ts'
import { lockFlow } from '../../store/flows/flow-health.ts'
import { listRolesOf } from '../../store/organizations/members.ts'
import { saveFlow } from '../flows/change-flows.ts'
import { requireFlow } from '../flows/require-flow.ts'
import type { Member } from '../members/member.ts'
import type { Principal } from '../people/principal.ts'
import { RequestError } from '../request-error.ts'
import { startRun } from '../runs/start-run.ts'
import { withStoreRefusal } from '../store-refusal.ts'

/**
 * Does what a batch asks for its next flow, and notes it, in the transaction of the caller: whatever ends in between, each flow is done once.
 * A refusal is noted as well, and leaves nothing else. @returns whether there was one
 */
export async function performNextFlow(query: Query, batchId: string): Promise<boolean> {
  await shareBatch(query, batchId)
  const waiting = await lockNextFlow(query, batchId)
  if (!waiting) return false
  const place = { batchId, flowId: waiting.flow_id }
  try {
    const runId = await attempt(query, () => perform(query, waiting))
    await endFlowOfBatch(query, place, { runId })
  } catch (given) {
    const error = withStoreRefusal(given)
    if (!(error instanceof RequestError)) throw error
    const { code, sentence: message } = error
    await endFlowOfBatch(query, place, { error: { code, ...wordsOf({ message }) } })
  }
  return true
}

/** For a flow at which the server fails for a reason that it does not know: the others must not wait for it. */
export const giveUpNextFlow = (database: Database, batchId: string): Promise<boolean> =>
  database.asSystem(async (query) => {
    const waiting = await lockNextFlow(query, batchId)
    if (!waiting) return false
    const message = sentence`Something went wrong on the server. It has been logged.`
    const error = { code: 'INTERNAL', ...wordsOf({ message }) }
    await endFlowOfBatch(query, { batchId, flowId: waiting.flow_id }, { error })
    return true
  })

async function perform(query: Query, waiting: WaitingFlow): Promise<string | undefined> {
  const { organization_id: organizationId, flow_id: flowId, change } = waiting
  const member = await memberOf(query, waiting)
  if (change) {
    await changeOne(query, member, flowId, change)
    return undefined
  }
  const by = { person: member.person, action: 'run.triggered' } as const
  const { id } = await startRun(query, {
    organizationId,
    flowId,
    trigger: 'person',
    by,
    work: { kind: 'move' },
  })
  return id
}

/** Whoever asked, with the roles of now. @throws RequestError forbidden, if the roles are no longer enough */
async function memberOf(
  query: Query,
  { organization_id: organizationId, asked_by: uid, caller, change }: WaitingFlow,
): Promise<Member> {
  const [own] = await listRolesOf(query, organizationId, [uid])
  const permission: Permission = change ? 'flow.write' : 'flow.run'
  if (!own || !isAllowed(own.roles, permission))
    throw new RequestError(
      'forbidden',
      'FORBIDDEN',
      sentence`Whoever asked for this may no longer do it in the organization.`,
    )
  const person = { ...caller, uid, isInBulk: true } as Principal
  return { organizationId, account: own.account, roles: own.roles, person }
}

async function changeOne(query: Query, member: Member, flowId: string, change: BatchChange): Promise<void> {
  // Nobody else changes it between the read and the write.
  await lockFlow(query, flowId)
  const { config, tags } = await requireFlow(query, member.organizationId, flowId)
  const {
    enabled,
    schedule,
    owner,
    freshness_minutes: freshnessMinutes,
    add_tags: added = [],
    remove_tags: removed = [],
  } = change
  const gone = new Set(removed.map((tag) => tag.toLowerCase()))
  await saveFlow(query, member, flowId, {
    enabled,
    freshnessMinutes,
    ownerUid: owner === undefined ? undefined : (owner?.uid ?? null),
    config: schedule === undefined ? undefined : { ...config, schedule },
    tags: [...tags, ...added].filter((tag) => !gone.has(tag.toLowerCase())),
  })
}
