import { defined } from '../../catalog/defined.ts'
import { isDry } from '../../catalog/runs/run-kinds.ts'
import { isFinal } from '../../catalog/runs/run-states.ts'
import type { Flow } from '../../flows/flow.ts'
import type { Run, RunPage, RunSummary } from '../run.ts'
import { totalsOf } from '../run-totals.ts'
import { isSkipped } from '../scheduled-run.ts'
import { paceAfter } from './run-pace.ts'

/**
 * The run itself, with its speed. A run of many streams arrives without them, or with the changed ones.
 * @param at the time of the event, in milliseconds. @returns nothing if the other streams are unknown
 */
export function applyToRun(news: Run, known: Run | undefined, at: number): Run | undefined {
  if (isOlder(news, known)) return known
  const { changedStreams = [], ...run } = { ...onlyById(known), ...news, pace: paceAfter(news, known, at) }
  if (totalsOf(run).streams === run.streams.length) return run
  if (!known) return undefined
  const changed = new Map(changedStreams.map((stream) => [stream.entity, stream]))
  return { ...run, streams: known.streams.map((stream) => changed.get(stream.entity) ?? stream) }
}

/** What an event does not repeat, because it comes only with a run that was requested by its id. */
const onlyById = ({ flow, approval, rowsOverTime }: Partial<Run> = {}): Partial<Run> =>
  defined({ flow, approval, rowsOverTime })

/** In any flow: its last run, the results of its runs, and whether it is late. */
export function applyToFlow(run: Run, flow: Flow): Flow {
  if (flow.id !== run.flowId || isSkipped(run) || isDry(run.kind) || isOlder(run, flow.lastRun)) return flow
  return { ...punctual(flow, run), lastRun: summaryOf(run), ...withEnd(flow, run) }
}

/** The runs of the flow, the latest first. */
export function applyToRuns(run: Run, page: RunPage): RunPage {
  const isKnown = page.runs.some(({ id }) => id === run.id)
  const runs = isKnown
    ? page.runs.map((other) => (other.id === run.id && !isOlder(run, other) ? run : other))
    : [run, ...page.runs]
  return { ...page, runs }
}

/** Answers and events may arrive in another order: an ended run does not begin again, and an earlier run is not the last. */
function isOlder(news: Run, known: RunSummary | undefined): boolean {
  if (!known) return false
  if (known.id === news.id) return isFinal(known.status) && !isFinal(news.status)
  return known.startedAt !== undefined && (news.startedAt ?? news.queuedAt ?? '') < known.startedAt
}

/** The number of results that the server returns with a flow. */
const RECENT = 14

function withEnd({ lastRun, recentStates }: Flow, { id, status }: Run): Pick<Flow, 'recentStates'> {
  const isKnown = lastRun?.id === id && isFinal(lastRun.status)
  if (!recentStates || !isFinal(status) || isKnown) return {}
  return { recentStates: [...recentStates, status].slice(-RECENT) }
}

/** A success ends lateness. */
function punctual({ lateSince, ...flow }: Flow, { status }: Run): Flow {
  return status === 'succeeded' || lateSince === undefined ? flow : { ...flow, lateSince }
}

const summaryOf = ({ id, status, startedAt, finishedAt, rowsWritten, ...run }: Run): RunSummary => {
  const { rowsWritten: written, rowsRead, rowsRejected } = totalsOf(run)
  return defined({ id, status, startedAt, finishedAt, rowsWritten: rowsWritten ?? written, rowsRead, rowsRejected })
}
