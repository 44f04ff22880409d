import { describe, expect, it } from 'vitest'

import type { Flow } from '../flows/flow.ts'
import type { TableChange } from './connection-overview.ts'
import { foundChanges, usedTables } from './connection-tables.ts'

const flow = (id: string, streams: Flow['config']['streams'], source = 'shop', destination = 'lake'): Flow => ({
  ...{ id, name: id, enabled: true },
  sourceConnection: { id: source },
  destinationConnection: { id: destination },
  config: { streams, transformations: [] },
})

describe('the tables of a connection', () => {
  const flows = [
    flow('orders', [
      { entity: 'orders', target: 'raw.orders', mode: 'replace' },
      { entity: 'items', mode: 'replace' },
    ]),
    flow('copy', [{ entity: 'orders', mode: 'append' }]),
    flow('all', []),
    flow('elsewhere', [{ entity: 'visits', mode: 'replace' }], 'web'),
  ]
  const whole = [{ flowId: 'all', entity: 'customers', target: 'raw.customers' }]
  const told = (id: string, side: 'source' | 'destination') =>
    usedTables(flows, { id, side }, whole).map(
      ({ name, flows: own }) => `${name}: ${own.map((one) => one.id).join(', ')}`,
    )

  it('are those that flows read from it, also of a flow that moves every table', () => {
    expect(told('shop', 'source')).toEqual(['customers: all', 'items: orders', 'orders: orders, copy'])
  })

  it('have the rows and the time of their last arrival, in whichever flow that was', () => {
    const arrived = [
      { flowId: 'orders', entity: 'orders', target: 'raw.orders', rows: 5, arrivedAt: '2026-01-01T00:00:00Z' },
      { flowId: 'copy', entity: 'orders', target: 'orders', rows: 7, arrivedAt: '2026-01-02T00:00:00Z' },
    ]
    const tables = usedTables(flows, { id: 'shop', side: 'source' }, arrived)
    expect(tables.find(({ name }) => name === 'orders')).toMatchObject({ rows: 7, arrivedAt: '2026-01-02T00:00:00Z' })
    expect(tables.find(({ name }) => name === 'items')).not.toHaveProperty('rows')
    const written = usedTables(flows, { id: 'lake', side: 'destination' }, arrived)
    expect(written.find(({ name }) => name === 'raw.orders')).toMatchObject({ rows: 5 })
  })

  it('are those that flows write to it, by the names that they have there', () => {
    expect(told('lake', 'destination')).toEqual([
      'items: orders',
      'orders: copy',
      'raw.customers: all',
      'raw.orders: orders',
      'visits: elsewhere',
    ])
  })
})

it('tells a change once, with all flows that it touched', () => {
  const change = (flowId: string, at: string, name = 'note'): TableChange => ({
    ...{ at, runId: `run ${at}`, flowId, flowName: flowId.toUpperCase(), entity: 'orders', target: 'orders' },
    columns: [{ side: 'source', is: 'added', name, type: 'text' }],
  })
  const changes = [change('a', '4'), change('b', '3'), change('a', '2'), change('a', '1', 'other')]
  expect(foundChanges(changes, ({ entity }) => entity)).toEqual([
    {
      change: changes[0],
      flows: [
        { id: 'a', name: 'A' },
        { id: 'b', name: 'B' },
      ],
    },
    { change: changes[3], flows: [{ id: 'a', name: 'A' }] },
  ])
})
