import { FEW_STREAMS, type RunRow, type RunStreamRow } from '../store/runs.ts'

/** Remembers what one watcher of a run was told of its streams. @returns what is to be told instead of all of them, once they are many */
export function makeStreamNews(): (run: Pick<RunRow, 'streams'>) => readonly RunStreamRow[] | undefined {
  let told: Map<string, string> | undefined
  return ({ streams }) => {
    if (streams.length <= FEW_STREAMS) return undefined
    const before = told
    told = new Map(streams.map((stream) => [stream.entity, JSON.stringify(stream)]))
    return before && streams.filter(({ entity }) => before.get(entity) !== told?.get(entity))
  }
}
