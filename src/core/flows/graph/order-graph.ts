import { defined } from '../../catalog/defined.ts'
import type { Flow } from '../flow.ts'
import type { FlowGraph, GraphCard, GraphLine } from './flow-graph.ts'

/** So many flows with the same place in the order are one card. */
const FOLDED_FROM = 4

/**
 * Which flow starts after which. Flows that start after the same ones, and before the same ones, are one card if they are many;
 * those that have no part in the order are one card for each pair of connections.
 * @param shown the flows of the graph
 * @param all every flow of the organization: one that is not among them is deleted
 */
export function orderGraph(shown: readonly Flow[], all: readonly Flow[]): FlowGraph {
  const [inGraph, existing] = [new Set(shown.map(({ id }) => id)), new Set(all.map(({ id }) => id))]
  const before = new Map(
    shown.map(({ id, config }) => [
      id,
      (config.after?.flowIds ?? []).filter((other) => inGraph.has(other) || !existing.has(other)),
    ]),
  )
  const { cards, cardOf } = foldedCards(shown, before)
  const deleted = new Set([...before.values()].flat().filter((id) => !inGraph.has(id)))
  for (const id of deleted) cards.push({ id, kind: 'deleted' })
  return { cards, lines: linesOf(shown, before, (id) => cardOf.get(id) ?? id) }
}

/** The flows before each flow. */
type Before = ReadonlyMap<string, readonly string[]>

function foldedCards(shown: readonly Flow[], before: Before) {
  const after = new Map<string, string[]>()
  for (const [id, ids] of before) for (const one of ids) after.set(one, [...(after.get(one) ?? []), id])
  const placeOf = ({ id, config, sourceConnection, destinationConnection }: Flow): string => {
    const [first, then] = [(before.get(id) ?? []).toSorted(), (after.get(id) ?? []).toSorted()]
    return first.length + then.length > 0
      ? JSON.stringify([config.after?.when, first, then])
      : JSON.stringify([sourceConnection?.id, destinationConnection?.id])
  }
  const cards: GraphCard[] = []
  const cardOf = new Map<string, string>()
  for (const [place, flows] of Map.groupBy(shown, placeOf)) {
    if (flows.length < FOLDED_FROM) {
      cards.push(...flows.map((flow) => ({ id: flow.id, kind: 'flow' as const, flow })))
      continue
    }
    for (const { id } of flows) cardOf.set(id, place)
    cards.push(bundleCard(place, flows))
  }
  return { cards, cardOf }
}

/** One line between two cards, however many flows it stands for. */
function linesOf(shown: readonly Flow[], before: Before, cardOf: (id: string) => string): readonly GraphLine[] {
  const lines = new Map<string, GraphLine>()
  for (const { id: flow, config } of shown) {
    for (const other of before.get(flow) ?? []) {
      const [from, to] = [cardOf(other), cardOf(flow)]
      const id = `${from} ${to}`
      const flows = (lines.get(id)?.flows ?? 0) + 1
      lines.set(id, { id, from, to, kind: config.after?.when ?? 'all_succeeded', flows })
    }
  }
  return [...lines.values()]
}

function bundleCard(id: string, flows: readonly Flow[]): GraphCard {
  const [first] = flows
  const hasOneSource = flows.every(({ sourceConnection }) => sourceConnection?.id === first?.sourceConnection?.id)
  const hasOneTarget = flows.every(
    ({ destinationConnection }) => destinationConnection?.id === first?.destinationConnection?.id,
  )
  return defined({
    id,
    kind: 'flows',
    bundle: defined({ id, flows, to: hasOneTarget ? first?.destinationConnection : undefined }),
    from: hasOneSource ? first?.sourceConnection : undefined,
  })
}
