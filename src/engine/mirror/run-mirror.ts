import { defined } from '../../core/catalog/defined.ts'
import type { DriftPolicy } from '../../core/catalog/policies/drift-policies.ts'
import { sentence } from '../../core/catalog/sentence.ts'
import type { AppliedTable, ChangeLoad } from '../ports/change-batch.ts'
import type { ChangeSource, HeldLog, LogPosition, Moments } from '../ports/change-source.ts'
import { ConnectorError, type Problem } from '../ports/connector.ts'
import type { MirrorControl } from '../ports/mirror-control.ts'
import type { MirrorHindrance } from '../ports/mirror-readiness.ts'
import { TableFailure } from '../ports/table-failure.ts'
import { type AppliedBatch, followLog } from './follow-log.ts'
import { hindranceProblem } from './hindrance-problem.ts'
import { type BudgetState, LogBudget } from './log-budget.ts'
import { lookAfter } from './look-after.ts'
import { MirroredTables } from './mirrored-tables.ts'
import { MomentStops } from './moment-stops.ts'
import type { CutOverOutcome, CutOverPlace, ProofRequest, TableProof } from './proving.ts'
import { keepProving } from './standing-proof.ts'
import { WorkBetween } from './work-between.ts'

export interface MirrorEvents {
  /** The tables that wait for a copy; each copy is a run of its own. */
  readonly waiting: { readonly entities: readonly string[] }
  /** A table follows from now on. */
  readonly following: { readonly entity: string; readonly applied: readonly AppliedTable[] }
  /** The changes of a table wait. Without a problem, a person wants it; with one that is retryable, the mirror tries again by itself. */
  readonly paused: { readonly entity: string; readonly problem?: Problem }
  /** A table has changed at the source, and is copied again. */
  readonly changed: { readonly entity: string; readonly problem: Problem }
  /** Rows of a table may have changed in another way than by the log: both sides should be compared. */
  readonly doubtful: { readonly entity: string }
  readonly batch: { readonly batch: AppliedBatch }
  /** A part of the log is missing: everything waits for new copies. */
  readonly gap: { readonly problem: ConnectorError }
  /** The destination has everything that the source has. */
  readonly quiet: object
  readonly held: { readonly held: HeldLog }
  /** Both sides of a table were compared as of one moment. */
  readonly proof: { readonly proof: TableProof }
  /** Where a cut-over compares all tables; changes of later batches come after it. */
  readonly cutOverPlace: { readonly place: CutOverPlace }
  readonly cutOver: { readonly outcome: CutOverOutcome }
  /** Rows that differed were sent again. */
  readonly repaired: { readonly applied: AppliedTable; readonly position: LogPosition | undefined }
  /** How much of the budget the log at the source has used up; told when it changes. `spent`: the source may forget it, and `gap` follows. */
  readonly budget: { readonly state: BudgetState; readonly held: HeldLog }
}

export type MirrorEvent = {
  [Kind in keyof MirrorEvents]: { readonly kind: Kind } & MirrorEvents[Kind]
}[keyof MirrorEvents]

export interface MirrorRequest {
  readonly source: ChangeSource
  readonly load: ChangeLoad
  readonly entities: readonly string[]
  /** What else keeps single tables from being followed, each with its entity. Asked with the readiness of the source. */
  readonly hindrances?: () => Promise<readonly MirrorHindrance[]>
  readonly signal: AbortSignal
  readonly onEvent: (event: MirrorEvent) => void
  /** Called once, before anything is followed. */
  readonly onControl?: (control: MirrorControl) => void
  /** How many bytes of its log the source may keep for the mirror. Absent: as many as its server allows. */
  readonly budgetBytes?: number
  readonly storeQuietMs?: number
  readonly lookMs?: number
  /** How often a paused table is tried again whose problem may pass. */
  readonly retryMs?: number
  /** What happens when a table has other columns than before, by entity name. Absent: the target follows. */
  readonly drift?: ReadonlyMap<string, DriftPolicy>
  /** How often the source is asked whether tables have changed. */
  readonly shapesMs?: number
  /** Absent: nothing is proven. */
  readonly proof?: ProofRequest & { readonly moments: Moments }
}

/**
 * Keeps tables equal to those of a source until the signal is aborted: begins where the destination is, lets new tables wait for their copies, lets
 * tables wait that it cannot follow, and begins anew when a part of the log is missing.
 * @throws ConnectorError `MIRROR_NOT_READY` before anything is changed, or when either side fails
 */
export async function runMirror(request: MirrorRequest): Promise<void> {
  const { source, load } = request
  try {
    await keepEqual(request)
  } finally {
    await Promise.all([load.abandon(), source.close()])
  }
}

async function keepEqual(request: MirrorRequest): Promise<void> {
  const { signal, onControl, onEvent } = request
  const between = new WorkBetween()
  const tables = new MirroredTables({ ...request, between, mends: request.proof !== undefined })
  const hindrances = await tables.hindrances()
  const reasons = hindrances.filter(({ entity }) => entity === undefined || !tables.areSomeReady)
  if (reasons[0]) throw notReady(reasons[0], reasons.length)
  await tables.begin()
  onControl?.(tables)
  const over = new AbortController()
  const stop = AbortSignal.any([signal, over.signal])
  const budget = new LogBudget(request)
  const looking = lookAfter({ ...request, tables, budget, signal: stop })
  looking.catch((error: unknown) => over.abort(error))
  const stops = stopsOf(request)
  const proving = prove({ ...request, signal: stop }, tables, stops)
  proving.catch((error: unknown) => over.abort(error))
  try {
    while (!stop.aborted) {
      const within = budget.begin()
      try {
        await follow({ ...request, signal: AbortSignal.any([stop, within]) }, { tables, between, stops })
      } catch (error) {
        if (!within.aborted) throw error
      }
      if (!within.aborted) continue
      onEvent({ kind: 'gap', problem: await budget.spent() })
      await tables.beginAnew(true)
    }
    if (over.signal.aborted) throw over.signal.reason
  } finally {
    between.end()
    over.abort()
    await Promise.all([looking, proving].map((work) => work.catch(() => {})))
  }
}

const stopsOf = ({ source, proof, load }: MirrorRequest): MomentStops | undefined =>
  proof &&
  new MomentStops({
    log: source,
    moments: proof.moments,
    openSource: proof.openSource,
    entities: proof.tables.map(({ entity }) => entity),
    everyMs: load.pace?.everyMs,
  })

async function prove(
  { proof, load, signal, onEvent, lookMs }: MirrorRequest,
  tables: MirroredTables,
  stops: MomentStops | undefined,
): Promise<void> {
  if (!proof || !stops) return
  await keepProving({
    ...defined({ lookMs }),
    proof,
    load,
    stops,
    signal,
    onProof: (found) => onEvent({ kind: 'proof', proof: found }),
    onRepaired: (applied) => onEvent({ kind: 'repaired', applied, position: load.position }),
    onCutOverPlace: (place) => onEvent({ kind: 'cutOverPlace', place }),
    onCutOver: (outcome) => onEvent({ kind: 'cutOver', outcome }),
    tables,
  })
}

interface FollowedBy {
  readonly tables: MirroredTables
  readonly between: WorkBetween
  readonly stops: MomentStops | undefined
}

async function follow(
  { source, load, signal, onEvent, storeQuietMs }: MirrorRequest,
  { tables, between, stops }: FollowedBy,
): Promise<void> {
  const from = load.position
  if (from === undefined) return tables.beginAnew()
  try {
    const onBatch = (batch: AppliedBatch) => onEvent({ kind: 'batch', batch })
    const onQuiet = () => onEvent({ kind: 'quiet' })
    await followLog(defined({ source, load, from, signal, between, stops, onBatch, onQuiet, storeQuietMs }))
  } catch (error) {
    if (error instanceof TableFailure) await tables.failed(error)
    else if (error instanceof ConnectorError && error.problem.code === 'LOG_GAP') {
      onEvent({ kind: 'gap', problem: error })
      await tables.beginAnew(true)
    } else throw error
  }
}

const notReady = (hindrance: MirrorHindrance, count: number) => {
  const hint = sentence`Open the mirror to see everything that has to be done before (${count}).`
  return new ConnectorError({ hint, ...hindranceProblem(hindrance) })
}
