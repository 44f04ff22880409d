import { setTimeout as sleep } from 'node:timers/promises'
import type { ColumnOrigin } from '../../../core/catalog/assistants/withheld-columns.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { assistWithStreams, type TakenStreams } from '../../../engine/move/assist-with-streams.ts'
import type { StreamReport, StreamShare } from '../../../engine/move/streams/stream-sharing.ts'
import { openEndpoint } from '../../domain/connections/open-endpoint.ts'
import { loadStreamStates } from '../../domain/flows/load-stream-states.ts'
import { requestStreams } from '../../domain/flows/request-streams.ts'
import { makeCheckRows } from '../../domain/runs/check-rows.ts'
import type { Database } from '../../store/database/database.ts'
import { findHeldMirrors } from '../../store/mirrors/mirrors.ts'
import { findRejectLimits } from '../../store/rejects/reject-limits.ts'
import type { JoinedShare } from '../../store/runs/range-shares.ts'
import { findRun } from '../../store/runs/runs.ts'
import { askForStreams, findClaim, holdClaim, reportStreams } from '../../store/runs/stream-claims.ts'
import type { AssistRunDeps, AssistRunOptions } from './assist-run.ts'
import { makeRunOutbox } from './run-outbox.ts'
import { makeRunRejects } from './run-rejects.ts'

const ASK_AGAIN_MS = 250

/** A worker that got nothing for this long is free for another run. */
const PATIENCE_MS = 5_000

/** Moves streams of another worker's run; settles when it gets none any more. @throws ConnectorError, RequestError, or the signal's reason */
export async function assistStreams(
  deps: AssistRunDeps,
  { id: offerId, organization_id: organizationId, run_id: runId, epoch }: JoinedShare,
  share: StreamShare,
  { worker, enough, signal }: AssistRunOptions,
): Promise<void> {
  const { database, vault, dialler, vendors, stepProcesses, ranges } = deps
  const found = await database.asSystem(async (query) => {
    const run = await findRun(query, organizationId, runId)
    return (
      run && { run, limits: await findRejectLimits(query, organizationId), ...(await loadStreamStates(query, run)) }
    )
  })
  if (found?.run.epoch !== epoch) return
  const { run, limits, stateOf, knownTargets } = found
  const { flow_snapshot: flow, flow_id: flowId, work } = run
  const open = (connectionId: string) =>
    database.asSystem((query) => openEndpoint(query, vault, organizationId, connectionId))
  const mayGoOn = () => !enough.aborted && !signal.aborted
  const taking = { ...deps, offerId, worker, mayGoOn, run: { organizationId, runId, epoch }, limits }
  await assistWithStreams({
    source: await open(flow.sourceConnectionId),
    destination: await open(flow.destinationConnectionId),
    streams: requestStreams(flow.config.streams, work),
    stateOf,
    knownTargets,
    transformations: { steps: flow.config.transformations, salt: vault.saltOf(organizationId) },
    stepProcesses,
    ...defined({ ranges }),
    share,
    fence: { flowId, runId },
    take: () => takeStreams(taking),
    mayGoOn,
    context: {
      signal,
      dialler,
      vendors,
      heldMirrors: (flowIds) => database.asSystem((query) => findHeldMirrors(query, flowIds)),
      run: {
        flowName: run.flow_name,
        startedAt: run.started_at ?? run.queued_at,
        outbox: makeRunOutbox(database, runId, epoch),
      },
    },
  })
}

interface Taking extends Pick<AssistRunDeps, 'database' | 'vault'> {
  readonly offerId: string
  readonly worker: string
  readonly mayGoOn: () => boolean
  readonly run: { readonly organizationId: string; readonly runId: string; readonly epoch: number }
  readonly limits: Parameters<typeof makeRunRejects>[0]['limits']
}

/** Asks for streams, and waits for a while. @returns nothing if there are none */
async function takeStreams(taking: Taking): Promise<TakenStreams | undefined> {
  const { database, offerId, worker, mayGoOn } = taking
  const claimId = await database.asSystem((query) => askForStreams(query, offerId, worker))
  const until = performance.now() + PATIENCE_MS
  while (claimId !== undefined && mayGoOn() && performance.now() < until) {
    const claim = await database.asSystem((query) => findClaim(query, claimId))
    if (!claim) return undefined
    const { entities, epoch } = claim
    if (entities !== null && epoch !== null) return takenStreams(taking, claimId, { entities, epoch })
    await sleep(ASK_AGAIN_MS)
  }
  return undefined
}

function takenStreams(
  { database, vault, run, limits }: Taking,
  claimId: string,
  { entities, epoch }: { readonly entities: readonly string[]; readonly epoch: number },
): TakenStreams {
  const origins = new Map<string, readonly ColumnOrigin[]>()
  const originsOf = (entity: string) => origins.get(entity)
  const own = { ...run, database: whileClaimed(database, claimId), vault, originsOf }
  const rejects = makeRunRejects({ ...own, limits })
  const checkRows = makeCheckRows(own)
  const report = async (done: StreamReport, hasEnded: boolean) => {
    if (!(await database.asSystem((query) => reportStreams(query, claimId, done, hasEnded)))) throw takenBack()
  }
  return {
    entities,
    epoch: BigInt(epoch),
    rejects,
    keep: (event) => {
      if (event.kind === 'lineage') origins.set(event.lineage.entity, event.lineage.columns)
      if (event.kind === 'check-rows') checkRows.keep(event)
    },
    report: (done) => report(done, false),
    end: async (done) => {
      await rejects.finalize()
      await checkRows.finalize()
      await report(done, true)
    },
  }
}

/** Writes nothing for a claim that was taken back: whoever has its streams now writes the same. */
const whileClaimed = (database: Database, claimId: string): Database => ({
  ...database,
  asSystem: (work) =>
    database.asSystem(async (query) => {
      if (!(await holdClaim(query, claimId))) throw takenBack()
      return work(query)
    }),
})

const takenBack = () => new Error('the streams were taken back')
