import { setTimeout as sleep } from 'node:timers/promises'
import { isRetryable } from '../../src/core/catalog/errors/error-classes.ts'
import { openDatabase } from '../../src/server/store/database.ts'
import { startRun } from '../../src/server/usecases/start-run.ts'
import { run } from '../support/run-sql.ts'
import { areEqual, compareRows } from './compare-rows.ts'
import type { Passed, PlannedFault } from './fault-points.ts'
import type { FlowKind } from './flow-kind.ts'
import type { Servers } from './servers.ts'
import { watchTarget } from './watch-target.ts'
import type { Ending } from './worker.ts'
import type { Workers } from './workers.ts'

/** What must never happen, as it is counted. */
export type Breach =
  | 'lost'
  | 'duplicated'
  | 'half-written'
  | 'sent twice'
  | 'never over'
  | 'left over'
  | 'unexplained'
  | 'tried again in vain'
  | 'crashed'

export interface Outcome extends Passed {
  readonly breaches: readonly { readonly breach: Breach; readonly detail: string }[]
}

/** As many attempts as the queue would make within a few minutes. */
const MOST_ATTEMPTS = 8

/** Sessions that were told to end may take that long on a busy machine. */
const TIDY_MS = 30_000

/** What an attempt that died in the middle of a commit cannot know, and says. */
const UNKNOWN = new Set(['COMMIT_UNKNOWN', 'DELIVERY_UNKNOWN', 'DELIVERY_INCOMPLETE'])

interface RunEnd {
  readonly status: string
  readonly finished: boolean
  readonly error: { readonly code?: string; readonly message?: string; readonly hint?: string } | null
  readonly streams: unknown
  readonly attempts: readonly { readonly error: { readonly code: string } }[]
  readonly log: string
}

/** One run of a flow with one fault, everything that follows from it, and what must hold whatever happens (I1 to I9). */
export async function tryFault(
  servers: Servers,
  kind: FlowKind,
  workers: Workers,
  planned?: PlannedFault,
): Promise<Outcome> {
  const { points } = servers
  const breaches: { breach: Breach; detail: string }[] = []
  const broke = (breach: Breach, detail: string) => void breaches.push({ breach, detail })

  await kind.restore()
  const endWatch = watchTarget(kind)
  const worker = await workers.take(planned?.fault === 'hang', kind.signIn)
  points.begin(planned, worker.kill)
  const runId = await queueRun(servers, kind)
  let ending = await worker.execute(runId)
  const passed = points.end()
  // A network that has broken is well again sooner or later; until then the servers keep what it held.
  if (planned) servers.heal()
  reportEnding(ending)
  let end = await endOf(servers, runId)
  for (let attempt = 1; !end.finished && attempt < MOST_ATTEMPTS; attempt++) {
    ending = await (await workers.take(false, kind.signIn)).execute(runId)
    reportEnding(ending)
    end = await endOf(servers, runId)
  }
  if (!end.finished) broke('never over', `the run is ${end.status} after ${MOST_ATTEMPTS} attempts`)
  else await check(end)

  if (end.status !== 'succeeded') {
    // What a person does then: run it again.
    if (kind.arrival === 'message') await kind.restore()
    const again = await queueRun(servers, kind).catch((error: unknown) => String(error))
    await (await workers.take(false, kind.signIn)).execute(again)
    const next = await endOf(servers, again)
    if (next.status !== 'succeeded') broke('never over', `the next run is ${next.status}: ${next.error?.message}`)
    else expectRows(await kind.rows(), kind.after, 'after the next run')
  }
  for (const detail of await endWatch()) broke(kind.arrival === 'message' ? 'sent twice' : 'half-written', detail)
  await tidy()
  return { ...passed, breaches }

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
    if (status === 'succeeded') expectRows(found, kind.after, 'after the run succeeded')
    else if (status !== 'failed') broke('never over', `nobody has cancelled the run, but it is ${status}`)
    else {
      const isUntouched = areEqual(compareRows(found, kind.before))
      const mayBeThere = kind.arrival === 'each' || UNKNOWN.has(error?.code ?? '')
      if (!isUntouched && !mayBeThere) expectRows(found, kind.before, 'after the run failed')
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

async function queueRun({ api }: Servers, { organizationId, flowId }: FlowKind): Promise<string> {
  const database = openDatabase({ databaseUrl: api.storeUrl, onError: () => {} })
  try {
    // The queue's part is played by the trial, which knows at once when a worker is gone.
    const enqueue = async () => {}
    const { id } = await database.asSystem((query) =>
      startRun(query, enqueue, { organizationId, flowId, trigger: 'api' }),
    )
    return id
  } finally {
    await database.close()
  }
}

async function endOf({ api }: Servers, runId: string): Promise<RunEnd> {
  const [row] = await run<RunEnd>(
    api.storeUrl,
    `select status, finished_at is not null as finished, error, streams, attempts,
       (select coalesce(string_agg(message, ' '), '') from millrace.run_log where run_id = runs.id) as log
     from millrace.runs where id = $1`,
    [runId],
  )
  if (!row) throw new Error('there is no such run')
  return row
}
