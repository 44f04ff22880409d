import { expect, it } from 'vitest'
import type { RunStream } from '../run.ts'
import { combinesRows, filteredRows, rowsThroughSteps, stepsThatRan } from './rows-through-steps.ts'

const stream = (entity: string, rowsRead: number, rowsWritten: number, rowsRejected = 0): RunStream => ({
  ...{ entity, target: entity, status: 'succeeded', rowsRead, rowsWritten, rowsRejected },
  ...{ rowsFiltered: rowsRead - rowsWritten - rowsRejected, bytes: 0 },
})

const step = (id: string, type: string, of?: string) => ({ id, type, ...(of !== undefined && { stream: of }) })

it('tells what came to each step and left it, around one that leaves rows out', () => {
  const steps = [step('a', 'rename'), step('b', 'filter'), step('c', 'compute')]

  expect([...rowsThroughSteps(steps, [stream('orders', 100, 38, 2)])]).toEqual([
    ['a', { rowsIn: 100, rowsOut: 100 }],
    ['b', { rowsIn: 100, rowsOut: 40 }],
    ['c', { rowsIn: 40, rowsOut: 40 }],
  ])
})

it('says nothing where nobody has counted: between two steps that change the number of rows', () => {
  const steps = [step('a', 'filter'), step('b', 'rename'), step('c', 'aggregate')]

  expect([...rowsThroughSteps(steps, [stream('orders', 100, 3)]).keys()]).toEqual([])
})

it('adds up the streams that a step is for', () => {
  const steps = [step('all', 'filter'), step('one', 'mask', 'orders')]
  const streams = [stream('orders', 100, 60), stream('customers', 10, 10)]

  expect(rowsThroughSteps(steps, streams).get('all')).toEqual({ rowsIn: 110, rowsOut: 70 })
  expect(rowsThroughSteps(steps, streams).get('one')).toEqual({ rowsIn: 60, rowsOut: 60 })
})

it('knows of which streams the rows become others', () => {
  const steps = [step('a', 'filter'), step('b', 'aggregate', 'orders')]

  expect(combinesRows(steps, 'orders')).toBe(true)
  expect(combinesRows(steps, 'customers')).toBe(false)
})

it('counts no row as filtered in a table whose rows became others', () => {
  const streams = [stream('orders', 100, 3), stream('customers', 10, 4)]
  const steps = [step('a', 'aggregate', 'orders'), step('b', 'filter', 'customers')]
  const flow = { sourceConnectionId: 'a', destinationConnectionId: 'b', streams: [], steps }

  expect(filteredRows({ combinesRows: true, streams, flow })).toBe(6)
  expect(filteredRows({ combinesRows: true, streams })).toBe(0)
  expect(filteredRows({ streams })).toBe(103)
})

it('knows which steps ran as they are now', () => {
  const now = (id: string, where: string, of?: string) => ({ ...step(id, 'filter', of), settings: { where } })
  const flow = { steps: [now('same', 'a'), now('changed', 'b'), now('elsewhere', 'c', 'items')] } as never
  const steps = [now('same', 'a'), now('changed', 'x'), now('elsewhere', 'c', 'items'), now('added', 'd')]

  expect(stepsThatRan({ flow, streams: [stream('orders', 1, 1)] }, steps).map(({ id }) => id)).toEqual(['same'])
  expect(stepsThatRan({ streams: [stream('orders', 1, 1)] }, steps)).toEqual([])
})
