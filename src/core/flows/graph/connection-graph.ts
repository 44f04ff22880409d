import { defined } from '../../catalog/defined.ts'
import type { Flow, FlowConnection } from '../flow.ts'
import type { FlowBundle, FlowGraph, GraphCard } from './flow-graph.ts'

/** The card of flows that have no source yet. */
const NO_SOURCE = 'no source'

/** Between which connections rows are moved: a card for each connection, and a bundle for all flows between the same two. */
export function connectionGraph(flows: readonly Flow[]): FlowGraph {
  const known = new Map<string, FlowConnection | undefined>()
  for (const { sourceConnection, destinationConnection } of flows) {
    known.set(sourceConnection?.id ?? NO_SOURCE, sourceConnection)
    if (destinationConnection)
      known.set(destinationConnection.id, known.get(destinationConnection.id) ?? destinationConnection)
  }
  const bundles = bundlesOf(flows)
  const cards = [...known].map(
    ([id, connection]): GraphCard => defined({ id, kind: 'connection', connection, bundles: bundles.get(id) ?? [] }),
  )
  const lines = [...bundles].flatMap(([from, own]) =>
    own.flatMap(({ id, to, flows: { length } }) =>
      // A line from a card to itself says less than the words in it.
      to && to.id !== from ? [{ id, from, to: to.id, kind: 'data' as const, bundle: id, flows: length }] : [],
    ),
  )
  return { cards, lines }
}

/** The flows of each source by their destination, from the largest bundle. */
function bundlesOf(flows: readonly Flow[]): ReadonlyMap<string, readonly FlowBundle[]> {
  const bySource = Map.groupBy(flows, ({ sourceConnection }) => sourceConnection?.id ?? NO_SOURCE)
  return new Map(
    [...bySource].map(([source, own]) => {
      const byDestination = Map.groupBy(own, ({ destinationConnection }) => destinationConnection?.id)
      const bundles = [...byDestination].map(([id = 'nowhere', moved]) =>
        defined({ id: `${source} ${id}`, flows: moved, to: moved[0]?.destinationConnection }),
      )
      return [source, bundles.toSorted((one, other) => other.flows.length - one.flows.length)]
    }),
  )
}
