import { nearestName } from '../catalog/nearest-name.ts'
import type { StepProblem } from '../catalog/transformations/transformation-problem.ts'
import type { Entity } from '../connections/entity.ts'
import type { FlowConfig } from '../flows/flow.ts'

/** The first selected table or column that the source does not have; nothing before discovery. */
export function reviewStreams(
  { streams }: Pick<FlowConfig, 'streams'>,
  entities: readonly Entity[] | undefined,
): StepProblem | undefined {
  if (!entities) return undefined
  const known = new Map(entities.map(({ name, columns }) => [name, columns.map((column) => column.name)]))
  for (const { entity: stream, columns = [] } of streams) {
    const found = known.get(stream)
    if (!found)
      return { kind: 'no-such-other-stream', at: PLACE, stream, nearest: nearestName(stream, [...known.keys()]) }
    // A source that returns only names still has columns.
    const column = found.length > 0 ? columns.find((name) => !found.includes(name)) : undefined
    if (column !== undefined) {
      return { kind: 'no-such-column', at: PLACE, column, stream, nearest: nearestName(column, found) }
    }
  }
  return undefined
}

const PLACE = { setting: 'streams' }
