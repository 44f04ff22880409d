import { expect, it } from 'vitest'

import type { FlowConfig, FlowStream } from '../../flows/flow.ts'
import { leaveOut } from './leave-out.ts'

const columns = (...names: readonly string[]) => names.map((name) => ({ name, type: 'text' }))
const SOURCE = {
  tables: [
    { name: 'orders', columns: columns('id', 'old', 'total') },
    { name: 'customers', columns: columns('id') },
  ],
  mode: 'replace',
} as const
const flow = (...streams: readonly FlowStream[]): FlowConfig => ({ streams, transformations: [] })
const orders = (more: Partial<FlowStream> = {}): FlowStream => ({ entity: 'orders', mode: 'upsert', ...more })

it('leaves a column out of a table, and keeps the rest of what is chosen', () => {
  const other: FlowStream = { entity: 'customers', mode: 'append' }
  expect(leaveOut(flow(orders({ target: 'mart.orders' }), other), 'orders', ['old'], SOURCE)).toEqual(
    flow(orders({ target: 'mart.orders', columns: ['id', 'total'] }), other),
  )
  expect(leaveOut(flow(orders({ columns: ['id', 'old'] })), 'orders', ['old'], SOURCE)).toEqual(
    flow(orders({ columns: ['id'] })),
  )
})

it('names every table of a flow that moves everything', () => {
  expect(leaveOut(flow(), 'orders', ['old', 'total'], SOURCE)).toEqual(
    flow({ entity: 'orders', mode: 'replace', columns: ['id'] }, { entity: 'customers', mode: 'replace' }),
  )
})

it.each<[string, FlowConfig, string, readonly string[]]>([
  ['the key', flow(orders({ key: ['old'] })), 'orders', ['old']],
  ['the cursor', flow(orders({ cursor: 'old' })), 'orders', ['old']],
  ['a field of the destination', flow(orders({ mapping: { timestamp: 'old' } })), 'orders', ['old']],
  ['the only column', flow(), 'customers', ['id']],
  ['a column that the stream does not bring', flow(orders({ columns: ['id'] })), 'orders', ['old']],
  ['a table that is not moved', flow(orders()), 'customers', ['id']],
])('cannot leave out %s', (_, config, table, names) => {
  expect(leaveOut(config, table, names, SOURCE)).toBeUndefined()
})
