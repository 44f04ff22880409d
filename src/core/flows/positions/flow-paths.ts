import { defined } from '../../catalog/defined.ts'
import type { FlowConfig } from '../flow.ts'

export const SOURCE = 'source'
export const DESTINATION = 'destination'

/** A line between two nodes, which rows of some tables take. Steps have their ids, the ends `source` and `destination`. */
export interface PathPart {
  readonly from: string
  readonly to: string
  /** Where a step belongs that is inserted into this line. */
  readonly index: number
  /** The only table whose rows take it, if that table has steps of its own. */
  readonly stream?: string
}

/** The tables that have steps of their own, in the order of these steps. */
export const lanesOf = ({ transformations }: Pick<FlowConfig, 'transformations'>): readonly string[] => [
  ...new Set(transformations.flatMap(({ stream }) => stream ?? [])),
]

/** Whether the flow moves tables that have no step of their own. */
export function hasOtherTables({ streams, transformations }: FlowConfig): boolean {
  const lanes = new Set(lanesOf({ transformations }))
  return lanes.size === 0 || streams.length === 0 || streams.some(({ entity }) => !lanes.has(entity))
}

/** The lines of a flow: the path of the tables without steps of their own, and one for each other table; shared parts once. */
export function flowPaths(config: FlowConfig): readonly PathPart[] {
  const { transformations } = config
  const places = new Map(transformations.map(({ id }, index) => [id, index]))
  const lanes: readonly (string | undefined)[] = [...(hasOtherTables(config) ? [undefined] : []), ...lanesOf(config)]
  const parts = new Map<string, PathPart>()
  for (const lane of lanes) {
    const own = transformations.filter(({ stream }) => stream === undefined || stream === lane)
    const stops = [SOURCE, ...own.map(({ id }) => id), DESTINATION]
    stops.slice(1).forEach((to, at) => {
      const from = stops[at] ?? SOURCE
      const key = JSON.stringify([from, to])
      const index = places.get(to) ?? transformations.length
      const isShared = parts.has(key)
      parts.set(key, defined({ from, to, index, stream: isShared ? undefined : lane }))
    })
  }
  return [...parts.values()]
}
