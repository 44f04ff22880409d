import { expect, it } from 'vitest'

import type { FlowVersion } from '../flow.ts'
import { flowLines } from './flow-lines.ts'

const names = { connection: (id: string) => `connection ${id}`, flow: (id: string) => `flow ${id}` }

const version: FlowVersion = {
  name: 'Orders',
  enabled: true,
  freshnessMinutes: null,
  sourceConnection: { id: 'shop' },
  destinationConnection: { id: 'warehouse' },
  config: { streams: [], transformations: [] },
}

it('has a line for each setting, and those of a query each for itself', () => {
  const lines = flowLines(
    {
      ...version,
      enabled: false,
      freshnessMinutes: 60,
      config: {
        streams: [{ entity: 'public.orders', mode: 'upsert', key: ['id'], onInvalid: 'reject' }],
        transformations: [
          { id: 't1', type: 'sql', stream: 'public.orders', settings: { query: 'SELECT id\nFROM input' } },
          { id: 't2', type: 'sort', settings: { by: [{ column: 'id', direction: 'ascending' }] } },
        ],
        schedule: { cron: '0 3 * * *', timezone: 'UTC' },
        after: { flowIds: ['a'], when: 'all_succeeded' },
        sqlAfter: 'ANALYZE orders',
      },
    },
    names,
  )
  expect(lines.join('\n')).toBe(`name: Orders
enabled: false
source: connection shop
destination: connection warehouse
freshness_minutes: 60
schedule: 0 3 * * * (UTC)
after:
  flows:
    - flow a
  when: all_succeeded
tables:
  - public.orders
    mode: upsert
    key:
      - id
    on_invalid: reject
steps:
  - sql
    table: public.orders
    query: |
      SELECT id
      FROM input
  - sort
    by:
      - column: id
        direction: ascending
sql_after: ANALYZE orders`)
})

it('says that a flow without a list moves all tables', () => {
  expect(flowLines(version, names)).toContain('tables: all')
})
