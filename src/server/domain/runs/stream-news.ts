import { FEW_STREAMS, type RunRow, type RunStreamRow } from '../../store/runs/runs.ts'

/** Remembers what one watcher was told of a run's streams. @returns those that have changed, or nothing where all are to be told */
export function makeStreamNews(): (run: Pick<RunRow, 'streams'>) => readonly RunStreamRow[] | undefined {
  let told: Map<string, string> | undefined
  return ({ streams }) => {
    const before = told
    // Another attempt begins without any, and what was told before is gone from the watcher's page.
    told =
      streams.length > FEW_STREAMS
        ? new Map(streams.map((stream) => [stream.entity, JSON.stringify(stream)]))
        : undefined
    return told && before && streams.filter(({ entity }) => before.get(entity) !== told?.get(entity))
  }
}
