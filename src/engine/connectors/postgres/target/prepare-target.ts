import { defined } from '../../../../core/catalog/defined.ts'
import type { Target } from '../../../ports/target.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import { prepareTogether } from '../../shared/prepare-together.ts'
import { sourceKey } from '../../shared/row-key.ts'
import { writtenByMirror } from '../../sql/changes/held-by-mirror.ts'
import { mirroredTargets } from '../changes/other-mirror.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { blockOlderAttempts } from '../fence/block-older-attempts.ts'
import { type FenceKey, fenced, type RaisedFence } from '../fence/fence.ts'
import { rangesName } from '../fence/range-ledger.ts'
import type { DerivedRows } from '../load/derived-rows.ts'
import { isSeenByAll } from '../load/older-views.ts'
import { type LoadRequest, openLoad, openLoadOfRanges } from '../load/open-load.ts'
import { checkSchema, createSchema } from '../schema/check-schema.ts'
import type { Relation } from '../schema/describe-relations.ts'
import { entityName, parseRelationName } from '../schema/relation-name.ts'
import type { PlannedTable } from '../write/table-definition.ts'
import { createTypes } from './create-types.ts'
import { derivedTarget } from './derived-target.ts'
import { planWrite, type WritePlan } from './plan-write.ts'
import { stagedSums } from './staged-sums.ts'
import { type SurveyedTarget, surveyTarget, surveyTargets, surveyUnlocked, type TargetWork } from './survey-targets.ts'
import { checksOf, formatsOf } from './target-plans.ts'

/** A transaction that has kept a snapshot for this long may well keep it until the rows have arrived. */
const MAX_SNAPSHOT_AGE_MS = 300

/** What was found of a target together with others. */
interface Prepared {
  readonly surveyed: SurveyedTarget
  readonly raised: RaisedFence
  readonly isMirrored: boolean
}

/** Prepares targets for their rows, several at once if asked to. */
export const targetPreparation = (work: TargetWork) =>
  prepareTogether<Prepared>({
    nameOf: ({ target }) => entityName(parseRelationName(target)),
    findAll: (requests) => work.asking((session) => findAll(work, session, requests)),
    prepare: (request, found) => work.asking((session) => prepareTarget(work, session, request, found)),
  })

async function findAll(work: TargetWork, session: PostgresSession, requests: readonly TargetRequest[]) {
  const prepared = new Map<string, Prepared>()
  const named = requests.map((request) => ({ request, name: parseRelationName(request.target) }))
  for (const [schema, own] of Map.groupBy(named, ({ name }) => name.schema)) {
    if (!(await checkSchema(session, schema))) await createSchema(session, schema)
    const ofSchema = own.map(({ request }) => request)
    // A locked table delays the others no longer than this.
    const surveyed = await surveyUnlocked(work, session, ofSchema, { tries: 1 })
    const keys = own.map(({ request, name }) => ({ ...request.fence, target: name }))
    const raised = await blockOlderAttempts(session, schema, keys)
    const flowId = ofSchema[0]?.fence.flowId ?? ''
    const names = own.map(({ name }) => name.name)
    const mirrored = await mirroredTargets(session, { flowId, schema, ...heldBy(work) }, names)
    for (const { name } of own) {
      const [found, fence] = [surveyed.get(entityName(name)), raised.get(name.name)]
      if (found && fence !== undefined)
        prepared.set(entityName(name), { surveyed: found, raised: fence, isMirrored: mirrored.has(name.name) })
    }
  }
  return prepared
}

const heldBy = ({ context: { heldMirrors } }: TargetWork) => defined({ heldMirrors })

async function prepareTarget(
  work: TargetWork,
  session: PostgresSession,
  request: TargetRequest,
  prepared: Prepared | undefined,
): Promise<Target> {
  const name = parseRelationName(request.target)
  const fence: FenceKey = { ...request.fence, target: name }
  if (!prepared && !(await checkSchema(session, name.schema))) await createSchema(session, name.schema)
  const surveyed = prepared?.surveyed ?? (await surveyTarget(work, session, request))
  const planned = await planWrite(session, request, fence, surveyed)
  const raised = prepared?.raised ?? (await blockOlderAttempts(session, name.schema, [fence])).get(name.name)
  if (raised === undefined || raised === 'fenced') throw fenced()
  const key = { flowId: fence.flowId, schema: name.schema, ...heldBy(work) }
  if (prepared?.isMirrored ?? (await mirroredTargets(session, key, [name.name])).size > 0)
    throw writtenByMirror(entityName(name))
  const { committed } = raised
  // Before the rows of any table are sent, because otherwise the rename of the key would look like a change.
  for (const statement of planned.givingWay) await session.query(statement)
  const plan = committed
    ? planned
    : await createTypes(session, planned, () => planWrite(session, request, fence, surveyed))
  const { checked, ...removing } = checkedTarget(request, plan, surveyed.relation)
  const target: Target = {
    formats: formatsOf(session, request, plan),
    columns: plan.written,
    nativeText: plan.nativeText,
    isNew: plan.isNew,
    after: plan.after,
    ignores: plan.ignores,
    notes: plan.notes,
    ...defined({
      committed,
      reshapes: plan.reshaped.length > 0 || undefined,
      leavesOutRepeated: request.overlap && true,
      checks: await checksOf(session, request, plan),
      sums: plan.strategy.isNew ? stagedSums(plan, session, await work.encodingOf(session)) : undefined,
    }),
    ...removing,
    ...loadsOf(work, request, fence, { surveyed, plan }, checked),
  }
  const loadOf = (rows: DerivedRows) => loadsOf(work, request, fence, { surveyed, plan }, checked, rows).load
  return { ...target, derived: derivedTarget(work, session, { request, target, plan, fence, loadOf }) }
}

function loadsOf(
  work: TargetWork,
  request: TargetRequest,
  fence: FenceKey,
  planned: Planned,
  checked: LoadRequest['checked'],
  derived?: DerivedRows,
): Pick<Target, 'load' | 'ranges' | 'standsAlone'> {
  const { strategy, written, vanishing, unsigned } = planned.plan
  const described = describedTable(work, planned, request, fence)
  const common = {
    strategy,
    fence,
    planned: described,
    columns: written,
    unsigned,
    finds: request.finds,
    awaits: request.awaits,
  }
  const isAlone = request.mode === 'replace'
  const lasting = strategy.persistent?.(rangesName(fence.flowId, fence.target).name)
  // What one worker counts of its ranges is not known to another.
  const persistent = unsigned.length > 0 ? undefined : lasting
  const ranges =
    persistent &&
    defined({
      isSeenByAll: persistent.isTarget
        ? () => work.asking((session) => isSeenByAll(session, MAX_SNAPSHOT_AGE_MS))
        : undefined,
      load: (format: string, plan: string) =>
        work.explained(() => openLoadOfRanges(work, { ...common, isAlone, plan, persistent, format })),
    })
  const standsAlone = lasting?.isTarget || !planned.surveyed.isTied || undefined
  return {
    load: (format) => work.explained(() => openLoad(work, { ...common, format, isAlone, checked, vanishing, derived })),
    ...defined({ standsAlone, ranges }),
  }
}

/** Nothing if there is no table yet. */
function describedTable(
  { knownTypes }: TargetWork,
  planned: Planned,
  request: TargetRequest,
  fence: FenceKey,
): PlannedTable | undefined {
  const { relation, definition } = planned.surveyed
  return (
    relation && {
      target: fence.target,
      definition,
      isStill: async (session) => {
        const [surveyed] = (await surveyTargets(session, [request], knownTypes)).values()
        const plan = surveyed && (await planWrite(session, request, fence, surveyed))
        return surveyed !== undefined && plan !== undefined && isSamePlan(planned, { surveyed, plan })
      },
    }
  )
}

/** A plan with what it was made from. */
interface Planned {
  readonly surveyed: SurveyedTarget
  readonly plan: WritePlan
}

/** Whether two plans are the same but for the size of the table. */
const isSamePlan = (...plans: readonly Planned[]): boolean =>
  new Set(
    plans.map(({ surveyed: { relation, facts }, plan }) =>
      JSON.stringify([{ ...relation, estimatedRows: null, bytes: null, storage: null }, facts, plan]),
    ),
  ).size === 1

/** The existing table whose constraints rows may break without failing the load. */
function checkedTarget(
  { checksValues, mode, key, columns, overlap }: TargetRequest,
  { strategy: { isNew }, nativeText }: Pick<WritePlan, 'strategy' | 'nativeText'>,
  target: Relation | undefined,
): Pick<LoadRequest, 'checked'> & Pick<Target, 'removesViolations'> {
  if (!checksValues || !isNew || !target) return { checked: undefined }
  const keyed = mode === 'upsert' ? (key ?? sourceKey(columns)) : []
  const rows = { nativeText, keepsRows: mode !== 'replace', mayRepeat: overlap !== undefined, key: keyed }
  return { checked: { target, ...rows }, removesViolations: true }
}
