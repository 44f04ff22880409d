import { defined } from '../../../../core/catalog/defined.ts'
import type { Target, TargetSums } from '../../../ports/target.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import { prepareTogether } from '../../shared/prepare-together.ts'
import { requireKey, sourceKey } from '../../shared/row-key.ts'
import { writtenByMirror } from '../../sql/changes/held-by-mirror.ts'
import { mirroredTargets } from '../changes/other-mirror.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { type RaisedFence, raiseFences } from '../fence/block-older-attempts.ts'
import { type FenceKey, fenced } from '../fence/fence.ts'
import { rangesName } from '../fence/range-ledger.ts'
import { openRangedLoad } from '../load/mysql-ranged-load.ts'
import { openLoad } from '../load/open-load.ts'
import { cellSumsOf } from '../rows/cell-sums.ts'
import { digestsOf } from '../rows/key-digest.ts'
import { ensureDatabase } from '../schema/ensure-database.ts'
import { entityName } from '../schema/table-name.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'
import type { StagedRows } from '../write/violations.ts'
import type { WritePlan } from './plan-write.ts'
import { isTied, type SurveyedTarget, surveyTargets } from './survey-targets.ts'
import { plannedTarget } from './target-plans.ts'
import { planTarget, type TargetWork, waitForTarget } from './target-work.ts'
import { isSourceKey, unchangedKey } from './unchanged-key.ts'

/** Many targets are described together; a locked one delays the others no longer than this, and is then waited for separately. */
const LOCK_TIMEOUT_MS = 5_000

/** What was found of a target together with others. */
interface Prepared {
  readonly surveyed: SurveyedTarget
  readonly raised: RaisedFence
  readonly isMirrored: boolean
}

/** Prepares targets for their rows, several at once if asked to. */
export const targetPreparation = (work: TargetWork) =>
  prepareTogether<Prepared>({
    nameOf: (request) => entityName(work.parse(request)),
    findAll: (requests) => work.asking((session) => findAll(work, session, requests)),
    prepare: (request, found) => work.asking((session) => prepareTarget(work, session, request, found)),
  })

async function findAll(work: TargetWork, session: MysqlSession, requests: readonly TargetRequest[]) {
  const prepared = new Map<string, Prepared>()
  const named = requests.map((request) => ({ ...request, name: work.parse(request) }))
  for (const [database, own] of Map.groupBy(named, ({ name }) => name.database)) {
    await ensureDatabase(session, database, work.credentials.database)
    const wait = { targets: own.map(({ name }) => name), patienceMs: LOCK_TIMEOUT_MS }
    const surveyed = await waitForTarget(work, session, wait, () => surveyTargets(session, own))
    const keys = own.map(({ fence, name }) => ({ ...fence, target: name }))
    const raised = await raiseFences(session, keys)
    const flowId = own[0]?.fence.flowId ?? ''
    const names = own.map(({ name }) => name.name)
    const mirrored = await mirroredTargets(session, { flowId, database, ...heldBy(work) }, names)
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
  session: MysqlSession,
  request: TargetRequest,
  prepared: Prepared | undefined,
): Promise<Target> {
  const target = work.parse(request)
  const fence: FenceKey = { ...request.fence, target }
  if (!prepared) await ensureDatabase(session, target.database, work.credentials.database)
  const plan = await planTarget(work, session, request, prepared?.surveyed)
  const raised = prepared?.raised ?? (await raiseFences(session, [fence])).get(target.name)
  if (raised === undefined || raised === 'fenced') throw fenced()
  const mirror = { flowId: fence.flowId, database: target.database, ...heldBy(work) }
  if (prepared?.isMirrored ?? (await mirroredTargets(session, mirror, [target.name])).size > 0)
    throw writtenByMirror(entityName(target))
  const { committed } = raised
  const { mode, columns, key, overlap, finds, awaits } = request
  const checked = checkedTarget(plan, request)
  const keepsAll = mode !== 'upsert' || isSourceKey(request)
  const replaced = mode === 'upsert' ? requireKey(columns, key, request.target) : undefined
  const load = defined({ plan, fence, isAlone: mode === 'replace', keepsAll, key: unchangedKey(request), replaced })
  return {
    ...plannedTarget(work, plan, request),
    ...defined({
      removesViolations: checked && true,
      standsAlone: plan.strategy.standsAlone ?? (prepared && !isTied(prepared.surveyed) ? true : undefined),
      committed,
      leavesOutRepeated: overlap && true,
      sums: keepsAll ? stagedSums(plan, work.serverVersion) : undefined,
    }),
    after: plan.after,
    ...defined({ ranges: rangesOf(work, request, fence, plan) }),
    load: (format) => work.explained(() => openLoad(work, { ...load, format, checked, finds, awaits })),
  }
}

function rangesOf(work: TargetWork, request: TargetRequest, fence: FenceKey, plan: WritePlan): Target['ranges'] {
  const strategy = plan.strategy.persistent?.(rangesName(fence))
  if (!strategy) return undefined
  const { finds, awaits } = request
  const isAlone = request.mode === 'replace'
  const common = { plan, strategy, fence, isAlone, key: unchangedKey(request), finds, awaits }
  return {
    load: (format, ranging, readers) =>
      work.explained(() => openRangedLoad(work, { ...common, format, ranging, readers })),
  }
}

function stagedSums({ written, after }: WritePlan, serverVersion: string): TargetSums {
  const typesOf = (names: readonly string[]) =>
    names.map((name) => written.find(({ column }) => column.name === name)?.type ?? '')
  const areAll = (names: readonly string[]) =>
    names.length === after.length && names.every((name, at) => after[at]?.name === name)
  return {
    digests: (names) => digestsOf(typesOf(names)),
    rows: () => [],
    cells: (names) => cellSumsOf({ serverVersion, types: typesOf(names), areAll: areAll(names) }),
  }
}

/** The existing table whose constraints rows may break without failing the load. */
function checkedTarget(
  { strategy, existing, written, nativeText }: WritePlan,
  { mode, key, columns, overlap }: TargetRequest,
): Omit<StagedRows, 'staging'> | undefined {
  if (!strategy.stagesAll || !existing) return undefined
  return {
    target: existing,
    // Only the source's type has the character set of an existing column.
    columns: written.map(({ column, type }) =>
      nativeText.includes(column.name) ? column : { ...column, type, value: valueTypeOf(type) },
    ),
    nativeText,
    booleans: written.flatMap(({ column, type }) =>
      column.value.kind === 'boolean' && valueTypeOf(type).kind === 'integer' ? [column.name] : [],
    ),
    keepsRows: mode !== 'replace',
    mayRepeat: overlap !== undefined,
    key: mode === 'upsert' ? (key ?? sourceKey(columns)) : [],
  }
}
