import { expect, it } from 'vitest'

import { loopThrough, type OrderedFlow } from './flow-order.ts'

const flow = (id: string, ...after: string[]): OrderedFlow => ({ id, name: id.toUpperCase(), after })

it.each<[what: string, flows: OrderedFlow[], loop: string[] | undefined]>([
  ['itself', [flow('a', 'a')], ['A', 'A']],
  ['one other', [flow('a', 'b'), flow('b', 'a')], ['A', 'B', 'A']],
  ['the shortest way', [flow('a', 'c', 'b'), flow('b', 'a'), flow('c', 'd'), flow('d', 'a')], ['A', 'B', 'A']],
  ['a longer way', [flow('a', 'c'), flow('b', 'a'), flow('c', 'b')], ['A', 'B', 'C', 'A']],
  ['no flow', [flow('a', 'b', 'c'), flow('b', 'd'), flow('c', 'd'), flow('d')], undefined],
  ['a loop of others', [flow('a', 'b'), flow('b', 'c'), flow('c', 'b')], undefined],
  ['a flow that is gone', [flow('a', 'gone')], undefined],
  ['an unknown flow', [], undefined],
])('finds the way back to a flow that starts after %s', (_, flows, loop) => {
  expect(loopThrough('a', flows)).toEqual(loop)
})
