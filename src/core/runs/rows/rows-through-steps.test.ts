import { expect, it } from 'vitest'
import type { RunKind } from '../../catalog/runs/run-kinds.ts'
import { combinesRows } from '../../catalog/transformations/combines-rows.ts'
import type { FlowOfRun } from '../compare/compare-flows.ts'
import type { RunStream } from '../run.ts'
import { filteredRows, rowsThroughSteps, stepsThatRan } from './rows-through-steps.ts'

const stream = (entity: string, rowsRead: number, rowsWritten: number, rowsRejected = 0): RunStream => ({
  ...{ entity, target: entity, status: 'succeeded', rowsRead, rowsWritten, rowsRejected },
  ...{ rowsFiltered: rowsRead - rowsWritten - rowsRejected, bytes: 0 },
})

const ran = (steps: FlowOfRun['steps'], streams: readonly RunStream[]) => ({
  kind: 'move' as RunKind,
  flow: { sourceConnectionId: 'a', destinationConnectionId: 'b', streams: [], steps },
  streams,
})

const step = (id: string, type: string, of?: string) => ({ id, type, ...(of !== undefined && { stream: of }) })

it('tells what came to each step and left it, around one that leaves rows out', () => {
  const steps = [step('a', 'rename'), step('b', 'filter'), step('c', 'compute')]

  expect([...rowsThroughSteps(ran(steps, [stream('orders', 100, 38, 2)]))]).toEqual([
    ['a', { rowsIn: 100, rowsOut: 100 }],
    ['b', { rowsIn: 100, rowsOut: 40 }],
    ['c', { rowsIn: 40, rowsOut: 40 }],
  ])
})

it('a row that the destination has already, or another of its key, was left out by no step', () => {
  const upserted = { ...stream('orders', 100, 25), rowsLeftOut: 15 }

  expect([...rowsThroughSteps(ran([step('a', 'filter')], [upserted]))]).toEqual([['a', { rowsIn: 100, rowsOut: 40 }]])
})

it('says only what was counted: nothing between two steps that change the number of rows', () => {
  const steps = [step('a', 'filter'), step('b', 'rename'), step('c', 'aggregate')]

  expect([...rowsThroughSteps(ran(steps, [stream('orders', 100, 3)]))]).toEqual([
    ['a', { rowsIn: 100 }],
    ['c', { rowsOut: 3 }],
  ])
})

it('says nothing of what came to a filter before a limit, beyond which no row is read', () => {
  const steps = [step('a', 'filter'), step('b', 'limit')]

  expect([...rowsThroughSteps(ran(steps, [stream('orders', 30, 30)]))]).toEqual([['b', { rowsOut: 30 }]])
  const [first, second] = [step('a', 'limit'), step('b', 'filter')]
  expect([...rowsThroughSteps(ran([first, second], [stream('orders', 30, 14)]))]).toEqual([
    ['a', { rowsIn: 30 }],
    ['b', { rowsOut: 14 }],
  ])
})

it('adds up nothing that was not counted in each table', () => {
  const steps = [step('all', 'filter'), step('own', 'aggregate', 'orders')]
  const streams = [stream('orders', 100, 3), stream('customers', 10, 5)]

  expect(rowsThroughSteps(ran(steps, streams)).get('all')).toEqual({ rowsIn: 110 })
})

it.each<[string, Partial<RunStream>]>([
  ['still moves: the source may leave rows out, and says how many at the end', { status: 'running' }],
  ['failed: rows on their way were left out by no step', { status: 'failed' }],
  [
    'an earlier attempt has put in place: only what it wrote is known',
    { receipt: { check: { state: 'counted', rows: 40, reason: 'interrupted' } } },
  ],
])('says nothing about a table that %s', (_, changes) => {
  const [all, own] = [step('all', 'filter'), step('own', 'filter', 'customers')]
  const streams = [{ ...stream('orders', 100, 40), ...changes }, stream('customers', 10, 5)]

  expect([...rowsThroughSteps(ran([all], streams)).keys()]).toEqual([])
  expect([...rowsThroughSteps(ran([{ ...all, stream: 'orders' }, own], streams)).keys()]).toEqual(['own'])
})

it.each<RunKind>(['compare', 'replay', 'after-rows'])('says nothing where no rows went through steps: %s', (kind) => {
  expect([...rowsThroughSteps({ ...ran([step('a', 'filter')], [stream('orders', 100, 40)]), kind })]).toEqual([])
})

it('adds up the streams that a step is for', () => {
  const steps = [step('all', 'filter'), step('one', 'mask', 'orders')]
  const streams = [stream('orders', 100, 60), stream('customers', 10, 10)]

  expect(rowsThroughSteps(ran(steps, streams)).get('all')).toEqual({ rowsIn: 110, rowsOut: 70 })
  expect(rowsThroughSteps(ran(steps, streams)).get('one')).toEqual({ rowsIn: 60, rowsOut: 60 })
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

  const streams = [stream('orders', 1, 1)]
  expect(stepsThatRan({ kind: 'move', flow, streams }, steps).map(({ id }) => id)).toEqual(['same'])
  expect(stepsThatRan({ kind: 'move', streams }, steps)).toEqual([])
  expect(stepsThatRan({ kind: 'replay', flow, streams }, steps)).toEqual([])
})
