import { isDeepStrictEqual } from 'node:util'
import {
  CONNECTION_TYPES,
  type ConnectionType,
  executesSql,
} from '../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { Publishing } from '../../../core/catalog/publishing.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { type Database, ofOrganization, type Query } from '../../store/database/database.ts'
import { resetAwaitedRuns } from '../../store/flows/awaited-runs.ts'
import type { FlowConfig } from '../../store/flows/flow-config.ts'
import { saveFlowPublishing } from '../../store/flows/flow-drafts.ts'
import type { FlowRow } from '../../store/flows/flow-row.ts'
import { eachFlow, insertFlow, updateFlow } from '../../store/flows/flows.ts'
import { type AuditChange, recordAudit } from '../../store/organizations/audit.ts'
import { findActiveRun, requestCancel } from '../../store/runs/runs.ts'
import { forgetSchedules, keepSchedule, moveToTrash } from '../../store/trash/trash.ts'
import { isCurrentVersion, refuseWrongVersion } from '../expected-version.ts'
import type { Member } from '../members/member.ts'
import { invalid } from '../request-error.ts'
import { refuseWrongSchedule } from '../schedules/check-schedule.ts'
import { namedAfter, refuseLoop, refuseUnknownFlows } from './check-after.ts'
import { refuseWrongSettings } from './check-steps.ts'
import { refuseImpossibleStructure } from './check-structure.ts'
import { flowChanges } from './flow-changes.ts'
import { inTagOrder, makerOf, requireOwner } from './flow-labels.ts'
import { keepFlowVersion } from './flow-versions.ts'
import { refuseOwnedByCode } from './refuse-owned-by-code.ts'
import { refuseRepeatedIds } from './refuse-repeated-ids.ts'
import { requireEnds, requireFlow } from './require-flow.ts'
import { settleDraft } from './settle-draft.ts'

interface NewFlow {
  /** Absent: named after source and destination. */
  readonly name: string | undefined
  readonly enabled: boolean
  readonly sourceConnectionId: string
  readonly destinationConnectionId: string
  readonly config: FlowConfig
  readonly freshnessMinutes: number | null
  /** The file that owns it; null: people change it here. */
  readonly codeFile?: string | null
  /** A member; null: nobody. Absent for a new flow: its maker. */
  readonly ownerUid?: string | null
  readonly tags?: readonly string[]
}

/** Absent fields stay unchanged. A flow that a file owns changes only by a change that names the owner. */
export type FlowChange = { readonly [Name in keyof NewFlow]?: NewFlow[Name] | undefined } & {
  /** Only the flow's own id is allowed. */
  readonly id?: string | undefined
  /** The version that the caller has seen. Absent: the change overwrites any version. */
  readonly version?: number | undefined
  /** When edits are used by runs; null: as the organization says. It is no part of a version. */
  readonly publishing?: Publishing | null | undefined
}

/** Passes each flow on, so that not all of them have to be in memory. */
export const readFlows = ofOrganization(eachFlow)

/** @throws RequestError not found */
export const readFlow = ofOrganization(requireFlow)

/** @throws RequestError */
export const createFlow = (database: Database, member: Member, flow: NewFlow): Promise<FlowRow> =>
  database.inOrganization(member.organizationId, async (query) => {
    const created = await addFlow(query, member, flow)
    await refuseLoop(query, member.organizationId, created)
    return created
  })

/** Creates a flow in a transaction that afterwards refuses loops. @throws RequestError */
export async function addFlow(query: Query, { organizationId, person }: Member, flow: NewFlow): Promise<FlowRow> {
  const { source, destination } = await requireEnds(query, organizationId, flow)
  refuseWrongConfig(flow.config)
  refuseImpossible(flow.config, source, destination)
  await refuseUnknownFlows(query, organizationId, flow.config.after)
  const ownerUid = flow.ownerUid === undefined ? makerOf({ person }) : flow.ownerUid
  if (flow.ownerUid !== undefined) await requireOwner(query, organizationId, ownerUid)
  const name = flow.name ?? `${source.name} to ${destination.name}`.slice(0, 200)
  const id = await insertFlow(query, organizationId, {
    ...flow,
    name,
    codeFile: flow.codeFile ?? null,
    ownerUid,
    tags: inTagOrder(flow.tags ?? []),
  })
  await recordAudit(query, organizationId, person, { action: 'flow.created', id, name })
  const created = await requireFlow(query, organizationId, id)
  await keepFlowVersion(query, organizationId, created, { by: person.uid })
  return created
}

/** @returns the flow, and whether it was saved; it is not saved if it has changed since the caller read it. @throws RequestError */
export const changeFlow = (
  database: Database,
  member: Member,
  flowId: string,
  change: FlowChange,
): Promise<{ readonly flow: FlowRow; readonly isSaved: boolean }> =>
  database.inOrganization(member.organizationId, async (query) => {
    const saved = await saveFlow(query, member, flowId, change)
    if (saved.isSaved) await refuseLoop(query, member.organizationId, saved.flow)
    return saved
  })

interface SavedFlow {
  readonly flow: FlowRow
  readonly isSaved: boolean
  readonly changes: readonly AuditChange[]
}

/** How a change is told in the audit log and among the versions. */
interface Telling {
  /** Absent: it was changed. */
  readonly action?: 'flow.updated' | 'flow.published'
  readonly note?: string | undefined
  /** An edit: those of one person within minutes are one version. */
  readonly isEdit?: true
}

/** Changes a flow in a transaction that afterwards refuses loops. @throws RequestError */
export async function saveFlow(
  query: Query,
  { organizationId, person }: Member,
  flowId: string,
  { id, version, publishing, ...change }: FlowChange,
  { action = 'flow.updated', note, isEdit }: Telling = {},
): Promise<SavedFlow> {
  const flow = await requireFlow(query, organizationId, flowId)
  if (id !== undefined && id !== flow.id) throw invalid(sentence`id must be the flow’s own`, 'id')
  if (change.codeFile === undefined) refuseOwnedByCode(flow)
  refuseWrongVersion(version, 'flow')
  const { source, destination } = await requirePossible(query, organizationId, flow, change)
  const config = change.config ?? flow.config
  const { freshness_minutes: freshness, code_file: codeFile } = flow
  const values = { ...valuesAfter(flow, change), config }
  const owner =
    values.ownerUid === flow.owner?.uid ? flow.owner.name : await requireOwner(query, organizationId, values.ownerUid)
  const ends = { sourceConnectionId: source.id, destinationConnectionId: destination.id }
  // An edit of nothing is no version; one of another version than the present is still refused.
  const mayBeNothing = isCurrentVersion(version, flow) && action === 'flow.updated' && publishing === undefined
  if (mayBeNothing && isSameFlow(flow, { ...ends, ...values })) return { flow, isSaved: true, changes: [] }
  const isSaved = await updateFlow(query, organizationId, { id: flow.id, version, ...ends, ...values })
  const changes = flowChanges(
    {
      ...flow,
      freshnessMinutes: freshness,
      codeFile,
      owner: flow.owner?.name ?? null,
      ...(await namedAfter(query, organizationId, flow.config.after)),
    },
    { ...values, source, destination, owner, ...(await namedAfter(query, organizationId, values.config.after)) },
  )
  if (!isSaved) return { flow: await requireFlow(query, organizationId, flow.id), isSaved, changes }
  if (publishing !== undefined) await saveFlowPublishing(query, organizationId, flow.id, publishing)
  await recordAudit(query, organizationId, person, { action, id: flow.id, name: flow.name, changes })
  if (!values.enabled || !isSame(flow.config.after, values.config.after)) await resetAwaitedRuns(query, flow.id)
  await keepRemovedSchedule(query, organizationId, { ...flow, by: person.uid }, values.config.schedule)
  await settleDraft(query, organizationId, await requireFlow(query, organizationId, flow.id), person.uid)
  const now = await requireFlow(query, organizationId, flow.id)
  await keepFlowVersion(query, organizationId, now, defined({ by: person.uid, changes, note, isEdit }))
  return { flow: now, isSaved, changes }
}

/** @returns both ends. @throws RequestError invalid with the field, if a flow cannot be like this */
export async function requirePossible(
  query: Query,
  organizationId: string,
  flow: FlowRow,
  change: Pick<FlowChange, 'config' | 'sourceConnectionId' | 'destinationConnectionId'>,
): ReturnType<typeof requireEnds> {
  if (change.config) {
    refuseWrongConfig(change.config)
    await refuseUnknownFlows(query, organizationId, change.config.after, flow.config.after)
  }
  const ends = await requireEnds(query, organizationId, {
    sourceConnectionId: change.sourceConnectionId ?? flow.source.id,
    destinationConnectionId: change.destinationConnectionId ?? flow.destination.id,
  })
  refuseImpossible(change.config ?? flow.config, ends.source, ends.destination)
  return ends
}

/** What a change leaves as it is, and what it sets. */
const valuesAfter = (flow: FlowRow, change: FlowChange) => ({
  name: change.name ?? flow.name,
  enabled: change.enabled ?? flow.enabled,
  freshnessMinutes: change.freshnessMinutes === undefined ? flow.freshness_minutes : change.freshnessMinutes,
  codeFile: change.codeFile === undefined ? flow.code_file : change.codeFile,
  ownerUid: change.ownerUid === undefined ? (flow.owner?.uid ?? null) : change.ownerUid,
  tags: inTagOrder(change.tags ?? flow.tags),
})

/** Whether a flow is like this already, as the store keeps it. */
function isSameFlow(flow: FlowRow, wanted: object): boolean {
  const ends = { sourceConnectionId: flow.source.id, destinationConnectionId: flow.destination.id }
  const present = { ...ends, ...valuesAfter(flow, {}), config: flow.config }
  return isDeepStrictEqual(JSON.parse(JSON.stringify(wanted)), JSON.parse(JSON.stringify(present)))
}

/** Ends that a file owns a flow. @throws RequestError not found */
export const takeOverFlow = (database: Database, member: Member, flowId: string): Promise<FlowRow> =>
  database.inOrganization(member.organizationId, async (query) => {
    const flow = await requireFlow(query, member.organizationId, flowId)
    if (flow.code_file === null) return flow
    return (await saveFlow(query, member, flowId, { codeFile: null })).flow
  })

/** @throws RequestError invalid with the field that these ends do not support */
function refuseImpossible(
  config: FlowConfig,
  source: Awaited<ReturnType<typeof requireEnds>>['source'],
  destination: Awaited<ReturnType<typeof requireEnds>>['destination'],
): void {
  refuseImpossibleSql(config, destination)
  refuseImpossibleStructure(config, source, destination)
}

/** Moves a flow to the trash and cancels its run. Its runs stay in the history. @throws RequestError not found */
export const removeFlow = (database: Database, member: Member, flowId: string): Promise<void> =>
  database.inOrganization(member.organizationId, (query) => trashFlow(query, member, flowId))

/** Moves a flow to the trash in a transaction. @throws RequestError not found */
export async function trashFlow(query: Query, { organizationId, person }: Member, flowId: string): Promise<void> {
  const { id, name } = await requireFlow(query, organizationId, flowId)
  await moveToTrash(query, organizationId, { kind: 'flow', id, name, by: person.uid })
  const active = await findActiveRun(query, id)
  if (active) await requestCancel(query, organizationId, active.id)
  await recordAudit(query, organizationId, person, { action: 'flow.deleted', id, name })
}

/** A schedule that is removed goes to the trash; one that is set ends the wait of an earlier one there. */
async function keepRemovedSchedule(
  query: Query,
  organizationId: string,
  { id, name, config: { schedule }, by }: Pick<FlowRow, 'id' | 'name' | 'config'> & { readonly by: string },
  next: FlowConfig['schedule'],
): Promise<void> {
  if (schedule && !next) await keepSchedule(query, organizationId, { flowId: id, name, schedule, by })
  if (!schedule && next) await forgetSchedules(query, id)
}

/** The store keeps the fields of an object in another order. */
const isSame = (one: FlowConfig['after'], other: FlowConfig['after']): boolean => orderOf(one) === orderOf(other)

const orderOf = (after: FlowConfig['after']): string | undefined =>
  after ? [after.when, ...after.flows.map(({ id }) => id)].join(' ') : undefined

function refuseWrongConfig(config: FlowConfig): void {
  refuseImpossibleStreams(config)
  refuseRepeatedIds(config)
  refuseWrongSettings(config)
  refuseWrongSchedule(config.schedule)
}

/** @throws RequestError invalid with the field, if the destination executes no SQL */
function refuseImpossibleSql(
  { sql_before: before, sql_after: after }: FlowConfig,
  destination: { readonly type: ConnectionType },
): void {
  if (executesSql(destination.type) || (before === undefined && after === undefined)) return
  throw invalid(
    sentence`SQL before and after the rows is possible in PostgreSQL and MySQL, not in ${CONNECTION_TYPES[destination.type].label}. Remove it, or choose another destination.`,
    before === undefined ? 'config.sql_after' : 'config.sql_before',
  )
}

/** @throws RequestError invalid with the field, if streams can never run like this: two of one table, two into one target, or replace with only new rows */
function refuseImpossibleStreams({ streams }: FlowConfig): void {
  const entities = new Set<string>()
  const targets = new Map<string, string>()
  streams.forEach(({ entity, target = entity, mode, cursor }, index) => {
    const field = (name: string) => `config.streams.${index}.${name}`
    if (entities.has(entity))
      throw invalid(sentence`${entity} is listed twice. Keep one stream for each table.`, field('entity'))
    const other = targets.get(target)
    if (other !== undefined)
      throw invalid(
        sentence`${other} and ${entity} would both be written to ${target}. Give each stream a target of its own.`,
        field('target'),
      )
    if (mode === 'replace' && cursor !== undefined)
      throw invalid(
        sentence`${target} would be replaced by only the rows that are new in ${cursor}. Use the mode "append" or "upsert", or remove the cursor.`,
        field('cursor'),
      )
    entities.add(entity)
    targets.set(target, entity)
  })
}
