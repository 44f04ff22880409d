/** A table and the one that a mirror makes of it; each is named with its database. */
export interface MirroredPair {
  readonly from: string
  readonly to: string
  /** The mirror, for people. */
  readonly flow: string
}

interface Loop {
  readonly from: string
  /** The other mirrors on the way back. */
  readonly through: readonly string[]
}

/** The tables of a mirror whose changes would come back to them by way of other mirrors. */
export function findLoops(own: readonly MirroredPair[], others: readonly MirroredPair[]): readonly Loop[] {
  const next = Map.groupBy([...others, ...own], ({ from }) => from)
  return own.flatMap(({ from, to }) => {
    const through = wayBack(to, from, next)
    return through ? [{ from, through }] : []
  })
}

function wayBack(
  start: string,
  goal: string,
  next: ReadonlyMap<string, readonly MirroredPair[]>,
): readonly string[] | undefined {
  const seen = new Set<string>()
  const waiting: { readonly at: string; readonly through: readonly string[] }[] = [{ at: start, through: [] }]
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    if (step.at === goal) return [...new Set(step.through)]
    if (seen.has(step.at)) continue
    seen.add(step.at)
    for (const { to, flow } of next.get(step.at) ?? []) waiting.push({ at: to, through: [...step.through, flow] })
  }
  return undefined
}
