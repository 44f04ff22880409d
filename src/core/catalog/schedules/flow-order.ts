/** When a flow starts after others: once each of them has succeeded since its last such start, or whenever one of them has ended. */
export const AFTER_POLICIES = ['all_succeeded', 'any_ended'] as const

export type AfterPolicy = (typeof AFTER_POLICIES)[number]

/** The largest number of flows after which one flow starts. */
export const MAX_PREDECESSORS = 100

/** A flow, and the flows after which it starts. */
export interface OrderedFlow {
  readonly id: string
  readonly name: string
  readonly after: readonly string[]
}

/**
 * Flows that would start each other for ever.
 * @returns their names in the order in which they start, the first one again at the end, or nothing
 */
export function loopThrough(id: string, flows: readonly OrderedFlow[]): readonly string[] | undefined {
  const known = new Map(flows.map((flow) => [flow.id, flow]))
  const seen = new Set<string>()
  const own = known.get(id)
  if (!own) return undefined
  const waysBack: Way[] = [{ flow: own }]
  for (let way = waysBack.shift(); way; way = waysBack.shift()) {
    for (const before of way.flow.after) {
      if (before === id) return namesOf({ flow: own, next: way })
      const flow = known.get(before)
      if (!flow || seen.has(before)) continue
      seen.add(before)
      waysBack.push({ flow, next: way })
    }
  }
  return undefined
}

interface Way {
  readonly flow: OrderedFlow
  readonly next?: Way
}

const namesOf = ({ flow, next }: Way): readonly string[] => [flow.name, ...(next ? namesOf(next) : [])]
