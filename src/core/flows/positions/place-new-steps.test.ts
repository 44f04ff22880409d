import { describe, expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import type { Flow, FlowStream } from '../flow.ts'
import { flowPaths } from './flow-paths.ts'
import { layOutFlow } from './lay-out-flow.ts'
import { placeNewSteps, shownPositions } from './place-new-steps.ts'
import { movedOf, positionsOf } from './positions.ts'

/** A step is written as its id, with the table that it is for behind a colon. */
const flowOf = (steps: string, tables: readonly string[] = []): Flow => {
  const transformations = steps.split(' ').flatMap((step) => {
    const [id = '', stream] = step.split(':')
    return id === '' ? [] : [{ id, type: 'limit', settings: {}, ...(stream !== undefined && { stream }) }]
  })
  const streams = tables.map((entity): FlowStream => ({ entity, mode: 'replace' }))
  return aFlow({ config: { streams, transformations } })
}

it('nodes that nobody dragged are laid out again when a step comes between them: the rest moves to the right', () => {
  const one = placeNewSteps(flowOf('a'), {}, flowOf(''), 'right')
  const two = placeNewSteps(flowOf('b a'), one, flowOf('a'), 'right')

  expect(positionsOf(flowOf('b a'), two)).toEqual({
    source: { x: 50, y: 150 },
    transformations: { b: { x: 298, y: 150 }, a: { x: 546, y: 150 } },
    destination: { x: 794, y: 150 },
  })
})

it('on a narrow window they go down', () => {
  const { source, transformations, destination } = layOutFlow(flowOf('a b'), 'down')
  const column = [source, transformations['a'], transformations['b'], destination]
  expect(new Set(column.map((place) => place?.x)).size).toBe(1)
  expect(column.map((place) => place?.y)).toEqual([150, 330, 470, 610])
})

it('what was laid out on a wide window goes down on a narrow one; what somebody has placed, and the defaults, do not', () => {
  const flow = flowOf('a b')
  const laidOut = layOutFlow(flow, 'right')
  expect(shownPositions(flow, laidOut, 'down')).toEqual(layOutFlow(flow, 'down'))
  expect(shownPositions(flow, laidOut, 'right')).toEqual(laidOut)
  const dragged = { ...laidOut, source: { x: 0, y: 0 } }
  expect(shownPositions(flow, dragged, 'down')).toEqual(dragged)
  expect(shownPositions(flow, {}, 'right')).toEqual(positionsOf(flow, {}))
  expect(shownPositions(flow, {}, 'down')).toEqual(layOutFlow(flow, 'down'))
  expect(shownPositions(flowOf(''), {}, 'down')).toEqual(layOutFlow(flowOf(''), 'down'))
})

it('who dragged a node keeps its place; a new step comes behind the one before it, and what is there moves on', () => {
  const before = flowOf('a b')
  const stored = {
    destination: { x: 900, y: 400 },
    transformations: { a: { x: 300, y: 400 }, b: { x: 560, y: 400 } },
  }
  const after = positionsOf(flowOf('a n b'), placeNewSteps(flowOf('a n b'), stored, before, 'right'))

  expect(after.transformations).toEqual({ a: { x: 300, y: 400 }, n: { x: 548, y: 400 }, b: { x: 808, y: 400 } })
  expect(after.destination).toEqual({ x: 1148, y: 400 })
  expect(after.source).toEqual({ x: 50, y: 150 })
})

it('another setting moves nothing, and neither does a new step for which there is room', () => {
  const stored = { destination: { x: 900, y: 400 }, transformations: { a: { x: 300, y: 50 } } }
  expect(placeNewSteps(flowOf('a'), stored, flowOf('a'), 'right')).toBe(stored)

  const after = positionsOf(flowOf('a b'), placeNewSteps(flowOf('a b'), stored, flowOf('a'), 'right'))
  expect(after.transformations).toEqual({ a: { x: 300, y: 50 }, b: { x: 548, y: 50 } })
  expect(after.destination).toEqual({ x: 900, y: 400 })
})

it.each([
  ['goes to the place of its number', { x: 280, y: 98 }, { x: 250, y: 150 }],
  ['stays where that place is taken', { x: 260, y: 150 }, { x: 250, y: 250 }],
])('a step that nobody dragged, after the one before it was removed, %s', (_, dragged, place) => {
  const stored = { transformations: { a: dragged } }
  const after = positionsOf(flowOf('a c'), placeNewSteps(flowOf('a c'), stored, flowOf('a b c'), 'right'))
  expect(after.transformations).toEqual({ a: dragged, c: place })
})

it('steps that nobody dragged never cover each other, although one of them has to stay', () => {
  const stored = { transformations: { a: { x: 260, y: 150 } } }
  const after = positionsOf(flowOf('a c d'), placeNewSteps(flowOf('a c d'), stored, flowOf('a b c d'), 'right'))
  expect(after.transformations).toEqual({ a: { x: 260, y: 150 }, c: { x: 250, y: 250 }, d: { x: 250, y: 350 } })
})

describe('a step that somebody else has added', () => {
  it('is laid out with those that were laid out here, for a window of any width', () => {
    const laidOut = movedOf(flowOf('a b'), layOutFlow(flowOf('a b'), 'right'))
    expect(shownPositions(flowOf('a n b'), laidOut, 'right')).toEqual(layOutFlow(flowOf('a n b'), 'right'))
    expect(shownPositions(flowOf('a b n'), laidOut, 'down')).toEqual(layOutFlow(flowOf('a b n'), 'down'))
    const empty = movedOf(flowOf(''), layOutFlow(flowOf(''), 'right'))
    expect(shownPositions(flowOf('n'), empty, 'right')).toEqual(layOutFlow(flowOf('n'), 'right'))
  })

  it('covers nothing that a person has placed: it comes behind the step before it, and the next one follows', () => {
    const stored = { transformations: { a: { x: 260, y: 170 } } }
    const shown = shownPositions(flowOf('a n'), stored, 'right')
    expect(shown.transformations).toEqual({ a: { x: 260, y: 170 }, n: { x: 508, y: 170 } })
    expect(shown.destination).toEqual({ x: 698, y: 150 })

    const next = positionsOf(flowOf('a n m'), placeNewSteps(flowOf('a n m'), stored, flowOf('a n'), 'right'))
    expect(next.transformations).toEqual({ ...shown.transformations, m: { x: 756, y: 170 } })
  })

  it('is at the place of its number where that is free', () => {
    const stored = { transformations: { a: { x: 20, y: 400 } } }
    expect(shownPositions(flowOf('a n'), stored, 'right').transformations['n']).toEqual({ x: 250, y: 150 })
  })
})

it('200 steps stand in one row, none over another', () => {
  const ids = Array.from({ length: 198 }, (_, at) => `s${at}`)
  const { source, destination, transformations } = layOutFlow(flowOf(ids.join(' ')), 'right')
  const row = [source, ...ids.map((id) => transformations[id] ?? { x: Number.NaN, y: 0 }), destination]
  expect(new Set(row.map(({ y }) => y)).size).toBe(1)
  expect(row.slice(1).every(({ x }, at) => x >= (row[at]?.x ?? 0) + 192)).toBe(true)
})

it('the steps for one table stand in its lane, beside those of another table and the way of the others', () => {
  const { transformations, destination } = layOutFlow(flowOf('a:orders b:customers c:orders d'), 'right')
  expect(transformations).toEqual({
    a: { x: 298, y: 290 },
    b: { x: 298, y: 430 },
    c: { x: 546, y: 290 },
    d: { x: 794, y: 150 },
  })
  expect(destination).toEqual({ x: 1042, y: 150 })
})

it('a flow of one table has one row, also with steps that are only for it', () => {
  const { transformations, destination } = layOutFlow(flowOf('a:orders b', ['orders']), 'right')
  expect([transformations['a']?.y, transformations['b']?.y, destination.y]).toEqual([150, 150, 150])
})

it('rows go by the lane of their table, and every other table past it; a line knows where a step would go', () => {
  const lines = (steps: string, tables: readonly string[] = []) =>
    flowPaths(flowOf(steps, tables).config).map(
      ({ from, to, index, stream }) => `${from}>${to} ${index}${stream === undefined ? '' : ` ${stream}`}`,
    )
  expect(lines('a b')).toEqual(['source>a 0', 'a>b 1', 'b>destination 2'])
  expect(lines('a:orders b:customers c:orders d')).toEqual([
    'source>d 3',
    'd>destination 4',
    'source>a 0 orders',
    'a>c 2 orders',
    'c>d 3 orders',
    'source>b 1 customers',
    'b>d 3 customers',
  ])
  expect(lines('a:orders', ['orders'])).toEqual(['source>a 0 orders', 'a>destination 1 orders'])
})
