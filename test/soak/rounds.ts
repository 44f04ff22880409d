import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { areEqual, compareRows } from '../faults/compare-rows.ts'
import type { FlowKind } from '../faults/flow-kind.ts'
import { mayBeSeen } from '../faults/may-be-seen.ts'
import type { Servers } from '../faults/servers.ts'
import { watchTarget } from '../faults/watch-target.ts'
import type { Tally } from './tally.ts'

/** How often a reader looks into the target, and how often a run is asked after; in milliseconds. */
const LOOK = 100
const ASK = 1_000

/** The store may be away for a moment, and all kinds ask as one person, who may not ask as often as they like. */
const ASK_AGAIN = new Set([429, 503])

/** A run that is not over by then never will be. */
const LONGEST_RUN = 10 * 60_000

/** What a killed worker has left is gone by then. */
const TIDY = 90_000

/** What a run says that cannot know whether its last words were heard. */
const UNKNOWN = new Set(['COMMIT_UNKNOWN', 'DELIVERY_UNKNOWN', 'DELIVERY_INCOMPLETE'])

interface Run {
  readonly status: string
  readonly attempt: number
  readonly finished_at: string | null
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string } | null
}

interface Going {
  readonly tally: Tally
  /** Between two runs, in milliseconds. */
  readonly rest: number
  readonly end: AbortSignal
}

/** Runs a flow again and again until `end`, and looks each time whether what was promised holds. */
export async function goRounds({ api }: Servers, kind: FlowKind, { tally, rest, end }: Going): Promise<void> {
  const base = `/v1/organizations/${kind.organizationId}`
  const broke = (breach: string, detail: string) => tally.breach(kind.name, breach, detail)

  while (!end.aborted) {
    await kind.restore()
    const endWatch = watchTarget(kind, LOOK)
    const runId = await start()
    const run = runId === undefined ? undefined : await untilOver(runId)
    for (const seen of await endWatch()) broke(kind.arrival === 'message' ? 'sent twice' : 'half-written', seen)
    if (!run) continue
    tally.ended(kind.name, run)
    await check(run)
    await tidy()
    await sleep(rest)
  }

  /** An answer may be lost on its way, so it is asked again under the same key: that may start no second run. */
  async function start(): Promise<string | undefined> {
    const headers = { 'idempotency-key': randomUUID() }
    for (; !end.aborted; await sleep(ASK)) {
      const { status, body } = await api.call('ada', 'POST', `${base}/flows/${kind.flowId}/run`, undefined, headers)
      if (status === 202) return body.run_id
      if (!ASK_AGAIN.has(status)) broke('refused', JSON.stringify(body))
    }
    return undefined
  }

  async function untilOver(runId: string): Promise<Run | undefined> {
    for (const until = Date.now() + LONGEST_RUN; Date.now() < until; await sleep(ASK)) {
      const { status, body } = await api.call('ada', 'GET', `${base}/runs/${runId}`)
      if (status === 200 && body.finished_at) return body
      if (status !== 200 && !ASK_AGAIN.has(status)) broke('refused', JSON.stringify(body))
    }
    broke('never over', runId)
    return undefined
  }

  async function check({ status, error }: Run): Promise<void> {
    const found = await kind.rows()
    const isWhole = areEqual(compareRows(found, kind.after))
    if (status === 'succeeded') {
      if (!isWhole) broke('lost or duplicated', JSON.stringify(compareRows(found, kind.after)))
      return
    }
    const isPartly = kind.arrival === 'table by table' && mayBeSeen(kind, found)
    const mayBeThere = kind.arrival === 'each' || UNKNOWN.has(error?.code ?? '')
    if (!isPartly && !mayBeThere && !areEqual(compareRows(found, kind.before)))
      broke('half-written', JSON.stringify(compareRows(found, kind.before)))
    if (!error?.code || !error.message || !error.hint || error.code === 'INTERNAL')
      broke('unexplained', JSON.stringify(error))
  }

  async function tidy(): Promise<void> {
    let left = await kind.leftovers()
    for (const until = Date.now() + TIDY; left.length > 0 && Date.now() < until; left = await kind.leftovers())
      await sleep(LOOK)
    for (const one of left) broke('left over', one)
  }
}
