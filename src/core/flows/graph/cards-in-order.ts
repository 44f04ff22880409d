import type { FlowGraph, GraphCard } from './flow-graph.ts'

/** The cards of a graph as a list: each after those that lead to it; those without a line are last. */
export function cardsInOrder({ cards, lines }: FlowGraph): readonly GraphCard[] {
  const before = Map.groupBy(lines, ({ to }) => to)
  const linked = new Set(lines.flatMap(({ from, to }) => [from, to]))
  const byId = new Map(cards.map((card) => [card.id, card]))
  const seen = new Set<string>()
  const listed: GraphCard[] = []
  const list = (id: string) => {
    if (seen.has(id)) return
    seen.add(id)
    for (const { from } of before.get(id) ?? []) list(from)
    const card = byId.get(id)
    if (card) listed.push(card)
  }
  for (const { id } of cards) if (linked.has(id)) list(id)
  for (const { id } of cards) list(id)
  return listed
}
