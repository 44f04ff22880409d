import type { QueryClient } from '@tanstack/react-query'

import { isFinal } from '../../core/catalog/run-states.ts'
import type { Flow } from '../../core/flows/flow.ts'
import type { Run, RunPage, RunSummary } from '../../core/runs/run.ts'
import { totalsOf } from '../../core/runs/run-totals.ts'
import { isSkipped } from '../../core/runs/scheduled-run.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'

/** Puts the news of a run into every place of the cache that shows it. */
export function applyRunEvent(queryClient: QueryClient, organizationId: string, run: Run): void {
  const before = queryClient.getQueryData<Run>(QUERY_KEYS.run(organizationId, run.id))?.status
  queryClient.setQueryData<Run>(QUERY_KEYS.run(organizationId, run.id), (known) =>
    isOlder(run, known) ? known : withStreams(run, known),
  )

  const withRun = (flow: Flow): Flow =>
    flow.id === run.flowId && !isSkipped(run) && !run.isDry && !isOlder(run, flow.lastRun)
      ? { ...punctual(flow, run), lastRun: summaryOf(run), ...withEnd(flow, run) }
      : flow
  queryClient.setQueryData<readonly Flow[]>(QUERY_KEYS.flows(organizationId), (flows) => flows?.map(withRun))
  queryClient.setQueryData<Flow>(QUERY_KEYS.flow(organizationId, run.flowId), (flow) => flow && withRun(flow))

  queryClient.setQueryData<RunPage>(QUERY_KEYS.flowRuns(organizationId, run.flowId), (page) => {
    if (!page) return undefined
    const isKnown = page.runs.some(({ id }) => id === run.id)
    const runs = isKnown
      ? page.runs.map((other) => (other.id === run.id && !isOlder(run, other) ? run : other))
      : [run, ...page.runs]
    return { ...page, runs }
  })

  // What begins or ends may let those that wait move up.
  if (before !== run.status)
    void queryClient.invalidateQueries({
      queryKey: QUERY_KEYS.organization(organizationId),
      predicate: ({ queryKey: [, , of], state }) =>
        of === 'run' && (state.data as Run | undefined)?.status === 'queued',
    })
  // A run that begins or ends may enter or leave any list of runs, by its filters.
  if (before !== run.status) void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.runLists(organizationId) })
}

/** A run of many streams comes without them, or with those that have changed. @returns nothing where the others are not known */
function withStreams({ changedStreams = [], ...run }: Run, known: Run | undefined): Run | undefined {
  if (totalsOf(run).streams === run.streams.length) return run
  if (!known) return undefined
  const changed = new Map(changedStreams.map((stream) => [stream.entity, stream]))
  return { ...run, streams: known.streams.map((stream) => changed.get(stream.entity) ?? stream) }
}

/** Answers and events may overtake each other: what is over does not begin again, and an earlier run is not the last. */
function isOlder(news: Run, known: RunSummary | undefined): boolean {
  if (!known) return false
  if (known.id === news.id) return isFinal(known.status) && !isFinal(news.status)
  return known.startedAt !== undefined && (news.startedAt ?? news.queuedAt ?? '') < known.startedAt
}

/** As many ends as the server tells with a flow. */
const RECENT = 14

function withEnd({ lastRun, recentStates }: Flow, { id, status }: Run): Pick<Flow, 'recentStates'> {
  const isKnown = lastRun?.id === id && isFinal(lastRun.status)
  if (!recentStates || !isFinal(status) || isKnown) return {}
  return { recentStates: [...recentStates, status].slice(-RECENT) }
}

/** A success makes up for lateness. */
function punctual({ lateSince, ...flow }: Flow, { status }: Run): Flow {
  return status === 'succeeded' || lateSince === undefined ? flow : { ...flow, lateSince }
}

const summaryOf = ({ id, status, startedAt, finishedAt, rowsWritten, ...run }: Run): RunSummary => ({
  id,
  status,
  ...(startedAt !== undefined && { startedAt }),
  ...(finishedAt !== undefined && { finishedAt }),
  rowsWritten: rowsWritten ?? totalsOf(run).rowsWritten,
})
