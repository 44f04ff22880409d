import { setTimeout as sleep } from 'node:timers/promises'
import { isRetryable } from '../../src/core/catalog/errors/error-classes.ts'
import { isTrouble } from '../../src/core/catalog/runs/run-states.ts'
import type { AddedFlow } from './add-flow.ts'
import { standBeside } from './bystander.ts'
import { areEqual, compareRows } from './compare-rows.ts'
import type { Fault, Passed, PlannedFault } from './fault-points.ts'
import type { FlowKind } from './flow-kind.ts'
import { mayBeSeen } from './may-be-seen.ts'
import { carryOn, MAX_ATTEMPTS, queueRun, type RunEnd, requestEnd } from './play-queue.ts'
import type { Servers } from './servers.ts'
import { watchTarget } from './watch-target.ts'
import type { Ending } from './worker.ts'
import type { Workers } from './workers.ts'

/** What must never happen, as it is counted. */
export type Promised =
  | 'lost'
  | 'duplicated'
  | 'half-written'
  | 'sent twice'
  | 'never over'
  | 'left over'
  | 'unexplained'
  | 'tried again in vain'
  | 'crashed'
  | 'disturbed'

export interface Breach {
  readonly breach: Promised
  readonly detail: string
}

export interface Outcome extends Passed {
  readonly breaches: readonly Breach[]
}

/** As long as a server may take to start again; an attempt that waits for less ends before. */
const AWAY_MS = 3_000

/** Sessions that were told to end may take that long on a busy machine. */
const TIDY_MS = 30_000

/** What an attempt that died in the middle of a commit cannot know, and says. */
const UNKNOWN = new Set(['COMMIT_UNKNOWN', 'DELIVERY_UNKNOWN', 'DELIVERY_INCOMPLETE'])

/** How points are learned. */
type NoFault = { readonly planned?: undefined; readonly bystander?: undefined }

/** One run of a flow with one fault, everything that follows from it, and what must hold whatever happens (I1 to I9). */
export async function tryFault(
  servers: Servers,
  kind: FlowKind,
  workers: Workers,
  { planned, bystander }: { readonly planned: PlannedFault; readonly bystander: AddedFlow } | NoFault = {},
): Promise<Outcome> {
  const { points } = servers
  const { signIn } = kind
  const breaches: Breach[] = []
  const broke = (breach: Promised, detail: string) => void breaches.push({ breach, detail })
  const isHurried = planned?.fault === 'hang'
  const isDoomed = planned?.fault === 'kill' || planned?.fault === 'pause'
  const paused = Promise.withResolvers<'paused'>()
  let requested: Promise<void> | undefined
  const takeAnother = () => workers.take({ signIn })

  await kind.restore()
  let endWatch = watchTarget(kind)
  const worker = await workers.take({ signIn, isHurried, isDoomed })
  points.begin(planned, strike)
  const endBeside = bystander && (await stand(bystander, planned.link === 'store'))
  const runId = await queueRun(servers, kind)
  const executed = worker.execute(runId)
  if ((await Promise.race([executed, paused.promise])) === 'paused') {
    await Promise.all([carryOn(servers, runId, takeAnother, reportEnding), sleep(kind.pauseMs ?? 0)])
    worker.resume()
  }
  reportEnding(await executed)
  points.comeBack()
  await requested
  const passed = points.end()
  const disturbance = await endBeside?.()
  if (disturbance) broke('disturbed', disturbance)
  if (isDoomed) worker.kill()
  // A network that has broken is well again sooner or later; until then the servers keep what it held.
  if (planned) servers.heal()
  const end = await carryOn(servers, runId, takeAnother, reportEnding)
  if (!end.finished) broke('never over', `the run is ${end.status} after ${MAX_ATTEMPTS} attempts`)
  else await check(end)

  if (end.status !== 'succeeded') {
    // What a person does then: run it again.
    if (kind.arrival === 'message' || end.error?.code === 'SQL_AFTER_FAILED') {
      await reportSeen()
      await kind.restore()
      endWatch = watchTarget(kind)
    }
    const again = await queueRun(servers, kind)
    await (await takeAnother()).execute(again)
    const next = await carryOn(servers, again, takeAnother, reportEnding)
    if (next.status !== 'succeeded') broke('never over', `the next run is ${next.status}: ${next.error?.message}`)
    else expectRows(await kind.rows(), kind.after, 'after the next run')
  }
  await reportSeen()
  await tidy()
  return { ...passed, breaches }

  /** What the store's link carries is numbered, so there the other run has a worker of its own. */
  async function stand(flow: AddedFlow, isApart: boolean) {
    const other = isApart ? await workers.take({ signIn, isApart }) : worker
    return standBeside(servers, flow, { worker: other, take: takeAnother, isHurried: isHurried || isDoomed })
  }

  function strike(fault: Fault): void {
    if (fault === 'kill') worker.kill()
    if (fault === 'away') setTimeout(points.comeBack, AWAY_MS).unref()
    if (fault === 'stop') worker.stop()
    if (fault === 'cancel') requested = requestEnd(servers, kind, runId).then(() => worker.cancel(runId))
    if (fault !== 'pause') return
    worker.pause()
    paused.resolve('paused')
  }

  async function reportSeen(): Promise<void> {
    for (const detail of await endWatch()) broke(kind.arrival === 'message' ? 'sent twice' : 'half-written', detail)
  }

  function reportEnding(ended: Ending): void {
    if (ended === 'crashed') broke('crashed', 'the worker ended by itself')
    if (ended === 'never ended') broke('never over', 'an attempt did not come to an end')
  }

  function expectRows(found: readonly string[], wanted: readonly string[], when: string): void {
    const { lost, duplicated, foreign } = compareRows(found, wanted)
    if (lost > 0) broke('lost', `${lost} rows ${when}`)
    if (duplicated > 0) broke(kind.arrival === 'message' ? 'sent twice' : 'duplicated', `${duplicated} rows ${when}`)
    if (foreign > 0) broke('half-written', `${foreign} old rows ${when}`)
  }

  async function check({ status, error, ...told }: RunEnd): Promise<void> {
    for (const { error: earlier } of told.attempts)
      if (earlier.code !== 'WORKER_LOST' && !isRetryable(earlier.code))
        broke('tried again in vain', `after ${earlier.code}`)
    const found = await kind.rows()
    const isWanted = requested === undefined
    if (status === 'succeeded' || error?.code === 'SQL_AFTER_FAILED')
      expectRows(found, kind.after, `after the run ${status}`)
    else if (isWanted && !isTrouble(status)) broke('never over', `nobody has cancelled the run, but it is ${status}`)
    else {
      const isUntouched = areEqual(compareRows(found, kind.before))
      const isPartly = kind.arrival === 'table by table' && mayBeSeen(kind, found)
      const mayBeThere = kind.arrival === 'each' || UNKNOWN.has(error?.code ?? '')
      if (!isUntouched && !isPartly && !mayBeThere) expectRows(found, kind.before, `after the run ${status}`)
      if (!isWanted && error === null) return
      if (!error?.code || !error.message || !error.hint) broke('unexplained', JSON.stringify(error))
      if (error?.code === 'INTERNAL') broke('unexplained', 'INTERNAL')
    }
    const shown = JSON.stringify({ error, ...told })
    if (servers.secrets.some((secret) => shown.includes(secret))) broke('unexplained', 'a secret is shown')
  }

  async function tidy(): Promise<void> {
    let left = await kind.leftovers()
    for (const until = Date.now() + TIDY_MS; left.length > 0 && Date.now() < until; left = await kind.leftovers())
      await sleep(50)
    for (const one of left) broke('left over', one)
  }
}
