import type { FlowOverview } from './flow-overview.ts'

/** From one success to the next, or until now. */
export interface AgeSpan {
  /** In milliseconds since 1970, as all times here. */
  readonly from: number
  readonly to: number
  /** The run that ended it; absent: it lasts. */
  readonly endedBy?: string
}

/** The times in which rows grew older, as far back as the runs go: from each success to the next. */
export function ageSpans({ runs, successBeforeAt }: FlowOverview, now: number): readonly AgeSpan[] {
  const successes = runs.flatMap(({ id, madeFresh, finishedAt }) =>
    madeFresh && finishedAt !== undefined ? [{ id, at: Date.parse(finishedAt) }] : [],
  )
  const starts = [
    ...(successBeforeAt === undefined ? [] : [Date.parse(successBeforeAt)]),
    ...successes.map(({ at }) => at),
  ]
  const ends = successBeforeAt === undefined ? successes.slice(1) : successes
  return starts.map((from, index) => {
    const end = ends[index]
    return end ? { from, to: end.at, endedBy: end.id } : { from, to: Math.max(from, now) }
  })
}
