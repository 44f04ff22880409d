import { describe, expect, it } from 'vitest'

import type { Flow } from '../flow.ts'
import { cardsInOrder } from './cards-in-order.ts'
import { connectionGraph } from './connection-graph.ts'
import { flowChain } from './flow-chain.ts'
import type { FlowGraph } from './flow-graph.ts'
import { orderGraph } from './order-graph.ts'

const flow = (id: string, after: readonly string[] = [], source = 'shop', destination = 'lake'): Flow => ({
  ...{ id, name: id, enabled: true },
  sourceConnection: { id: source },
  destinationConnection: { id: destination },
  config: {
    streams: [],
    transformations: [],
    ...(after.length > 0 && { after: { flowIds: after, when: 'all_succeeded' } }),
  },
})

const told = ({ cards, lines }: FlowGraph) => ({
  cards: cards.map((card) => {
    if (card.kind === 'flow') return card.flow.name
    if (card.kind === 'flows') return `${card.bundle.flows.length} flows`
    if (card.kind === 'deleted') return `deleted ${card.id}`
    return `${card.id}: ${card.bundles.map(({ to, flows }) => `${flows.length} to ${to?.id}`).join(', ')}`
  }),
  lines: lines.map(({ from, to, kind, flows }) => `${from} → ${to} ${kind} ${flows}`),
})

describe('the graph of connections', () => {
  it('has a card for each connection, and gathers the flows between the same two', () => {
    const flows = [flow('a'), flow('b'), flow('report', [], 'lake', 'sheets'), flow('copy', [], 'shop', 'sheets')]
    expect(told(connectionGraph(flows))).toEqual({
      cards: ['shop: 2 to lake, 1 to sheets', 'lake: 1 to sheets', 'sheets: '],
      lines: ['shop → lake data 2', 'shop → sheets data 1', 'lake → sheets data 1'],
    })
  })

  it('shows flows without an end, and those that stay in one connection, without a line', () => {
    const { sourceConnection: _, ...noSource } = flow('no source yet')
    const { destinationConnection: __, ...noTarget } = flow('no destination yet')
    expect(told(connectionGraph([noSource, noTarget, flow('inside', [], 'shop', 'shop')]))).toEqual({
      cards: ['no source: 1 to lake', 'lake: ', 'shop: 1 to undefined, 1 to shop'],
      lines: ['no source → lake data 1'],
    })
  })
})

describe('the graph of the order', () => {
  it('shows which flow starts after which, also after one that is deleted', () => {
    const all = [flow('orders'), flow('report', ['orders', 'gone', 'hidden']), flow('hidden')]
    expect(told(orderGraph(all.slice(0, 2), all))).toEqual({
      cards: ['orders', 'report', 'deleted gone'],
      lines: ['orders → report all_succeeded 1', 'gone → report all_succeeded 1'],
    })
  })

  it('makes one card of many flows with the same place in the order, and one of those without a place', () => {
    const names = Array.from({ length: 5 }, (_, n) => n)
    const all = [
      flow('first'),
      ...names.map((n) => flow(`then ${n}`, ['first'])),
      ...names.map((n) => flow(`alone ${n}`)),
      ...names.map((n) => flow(`elsewhere ${n}`, [], 'crm')),
    ]
    const graph = orderGraph(all, all)
    expect(told(graph).cards).toEqual(['first', '5 flows', '5 flows', '5 flows'])
    expect(graph.lines.map(({ flows }) => flows)).toEqual([5])
  })

  it('is a list too: each card after those that lead to it, and the others last', () => {
    const all = [flow('alone'), flow('c', ['b']), flow('b', ['a']), flow('a')]
    expect(cardsInOrder(orderGraph(all, all)).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'alone'])
  })

  it('lists flows between connections that lead back to each other', () => {
    const all = [flow('there', [], 'x', 'y'), flow('back', [], 'y', 'x')]
    expect(cardsInOrder(connectionGraph(all))).toHaveLength(2)
  })

  it('narrows to one flow with everything before and after it', () => {
    const all = [flow('a'), flow('b', ['a']), flow('c', ['b']), flow('other', ['a']), flow('d', ['c', 'x']), flow('x')]
    expect(flowChain(all, 'c').map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  })
})
