import { describe, expect, it } from 'vitest'

import type { Flow } from '../flow.ts'
import { flowGraph } from './flow-graph.ts'
import { layOutGraph } from './lay-out-graph.ts'

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

const placesOf = (flows: readonly Flow[], hasConnections = false) => {
  const graph = flowGraph(flows, flows, hasConnections)
  return { graph, places: layOutGraph(graph) }
}

describe('the graph of flows', () => {
  it('shows which flow starts after which, also after one that is deleted', () => {
    const all = [flow('orders'), flow('report', ['orders', 'gone', 'hidden']), flow('hidden')]
    const { nodes, edges } = flowGraph(all.slice(0, 2), all, false)

    expect(nodes.map(({ id, kind }) => `${kind} ${id}`)).toEqual(['flow orders', 'flow report', 'deleted gone'])
    expect(edges.map(({ from, to, kind }) => `${from} → ${to} ${kind}`)).toEqual([
      'orders → report all_succeeded',
      'gone → report all_succeeded',
    ])
  })

  it('shows the connections between which flows move rows, each once', () => {
    const { sourceConnection: _, ...unfinished } = flow('unfinished')
    const flows = [flow('orders'), flow('report', [], 'lake', 'sheets'), unfinished]
    const { nodes, edges } = flowGraph(flows, flows, true)

    expect(nodes.filter(({ kind }) => kind === 'connection').map(({ id }) => id)).toEqual([
      'connection shop',
      'connection lake',
      'connection sheets',
    ])
    expect(edges.map(({ id }) => id)).toContain('connection lake report')
    expect(edges).toHaveLength(5)
  })

  it('puts what comes after something to its right, and centres it', () => {
    const { places } = placesOf([flow('a'), flow('b'), flow('c', ['a', 'b']), flow('d', ['c', 'a'])])

    expect(places.get('c')).toEqual({ column: 1, row: 0.5 })
    expect(places.get('d')?.column).toBe(2)
  })

  it('brings flows near to those before them, and puts those alone below', () => {
    const { places } = placesOf([
      ...['alone', 'a', 'b', 'other'].map((id) => flow(id)),
      ...[flow('after b', ['b', 'a']), flow('after b too', ['b']), flow('after a', ['a'])],
    ])
    const rowOf = (id: string) => places.get(id)?.row ?? -1

    expect(rowOf('after a')).toBeLessThan(rowOf('after b too'))
    expect(rowOf('alone')).toBe(3)
    expect(rowOf('other')).toBe(3)
  })

  it('has a place for flows that move rows in a circle', () => {
    const { places } = placesOf([flow('there', [], 'x', 'y'), flow('back', [], 'y', 'x')], true)
    expect(places.size).toBe(4)
  })

  it.each([false, true])('gives each of many nodes a cell of its own (with connections: %s)', (hasConnections) => {
    const flows = Array.from({ length: 100 }, (_, n) =>
      flow(`f${n}`, n % 3 === 0 ? [] : [`f${n - 1}`, `f${Math.floor(n / 2)}`], `s${n % 7}`, `s${n % 5}`),
    )
    const { graph, places } = placesOf(flows, hasConnections)
    const cells = [...places.values()]

    expect(places.size).toBe(graph.nodes.length)
    for (const [at, one] of cells.entries())
      for (const other of cells.slice(at + 1))
        expect(one.column === other.column && Math.abs(one.row - other.row) < 1).toBe(false)
  })

  it('continues a long column in the next one', () => {
    const { places } = placesOf([flow('first'), ...Array.from({ length: 25 }, (_, n) => flow(`f${n}`, ['first']))])
    expect(new Set([...places.values()].map(({ column }) => column)).size).toBe(4)
  })
})
