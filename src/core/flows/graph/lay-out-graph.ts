import type { FlowGraph } from './flow-graph.ts'

export interface Place {
  readonly column: number
  readonly row: number
}

/** A column with more nodes continues in the next one. */
const MAX_ROWS = 10

/**
 * Puts every node into a cell of its own: what comes after something is to the right of it, what belongs together is together, and
 * what has no edge is below in rows.
 */
export function layOutGraph({ nodes, edges }: FlowGraph): ReadonlyMap<string, Place> {
  const links = new Links(edges)
  const groups = groupsOf(
    nodes.map(({ id }) => id),
    links,
  )
  const places = new Map<string, Place>()
  const single = groups.filter((group) => group.length === 1).flat()
  let top = 0
  let widest = 0
  for (const group of groups.filter(({ length }) => length > 1).toSorted((a, b) => b.length - a.length)) {
    const columns = columnsOf(group, links)
    const height = Math.max(...columns.map(({ length }) => length))
    columns.forEach((column, at) => {
      // Half rows, so that columns of different heights are centred.
      const first = top + (height - column.length) / 2
      column.forEach((id, row) => void places.set(id, { column: at, row: first + row }))
    })
    widest = Math.max(widest, columns.length)
    top += height
  }
  const width = Math.max(widest, Math.ceil(Math.sqrt(single.length)))
  single.forEach((id, at) => void places.set(id, { column: at % width, row: top + Math.floor(at / width) }))
  return places
}

/** The neighbours of nodes on both sides. */
class Links {
  readonly #before = new Map<string, string[]>()
  readonly #after = new Map<string, string[]>()

  constructor(edges: FlowGraph['edges']) {
    for (const { from, to } of edges) {
      this.#before.set(to, [...this.before(to), from])
      this.#after.set(from, [...this.after(from), to])
    }
  }

  before(id: string): readonly string[] {
    return this.#before.get(id) ?? []
  }

  after(id: string): readonly string[] {
    return this.#after.get(id) ?? []
  }
}

/** Nodes that are linked with each other, directly or through others. */
function groupsOf(ids: readonly string[], links: Links): readonly (readonly string[])[] {
  const seen = new Set<string>()
  return ids.flatMap((start) => {
    if (seen.has(start)) return []
    const group = new Set([start])
    for (const id of group) for (const next of [...links.before(id), ...links.after(id)]) group.add(next)
    for (const id of group) seen.add(id)
    return [[...group]]
  })
}

/** The nodes of a group in columns, each to the right of everything before it. */
function columnsOf(group: readonly string[], links: Links): readonly (readonly string[])[] {
  const ranks = ranksOf(group, links)
  const layers = [...Map.groupBy(group, (id) => ranks.get(id) ?? 0)].toSorted(([a], [b]) => a - b)
  const ordered = orderLayers(
    layers.map(([, ids]) => ids),
    links,
  )
  return ordered.flatMap((layer) => {
    const parts = Math.ceil(layer.length / MAX_ROWS)
    const size = Math.ceil(layer.length / parts)
    return Array.from({ length: parts }, (_, part) => layer.slice(part * size, (part + 1) * size))
  })
}

/** The length of the longest way to each node; of a loop, which only data can make, the last link does not count. */
function ranksOf(group: readonly string[], links: Links): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>()
  const open = new Set<string>()
  const rankOf = (id: string): number => {
    const known = ranks.get(id)
    if (known !== undefined) return known
    open.add(id)
    const before = links.before(id).filter((other) => !open.has(other))
    const rank = before.length === 0 ? 0 : Math.max(...before.map(rankOf)) + 1
    open.delete(id)
    ranks.set(id, rank)
    return rank
  }
  for (const id of group) rankOf(id)
  return ranks
}

/** Brings each node near to the middle of those before it, so that fewer edges cross. */
function orderLayers(layers: readonly (readonly string[])[], links: Links): readonly (readonly string[])[] {
  const positions = new Map<string, number>()
  return layers.map((layer) => {
    const middles = layer.map((id, at) => {
      const before = links.before(id).flatMap((other) => positions.get(other) ?? [])
      const middle = before.length === 0 ? at : before.reduce((sum, position) => sum + position, 0) / before.length
      return { id, middle }
    })
    const ordered = middles.toSorted((a, b) => a.middle - b.middle).map(({ id }) => id)
    ordered.forEach((id, at) => void positions.set(id, at))
    return ordered
  })
}
