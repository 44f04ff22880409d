import { expect, it } from 'vitest'

import { makeEventCheck } from '../../../../test/stand-ins/openlineage/event-check.ts'
import type { LineageRunRow } from '../../store/runs/run-lineage.ts'
import { lineageEvent, testLineageEvent } from './lineage-event.ts'

const check = makeEventCheck()
const ID = '3f2a91c0-1111-4222-8333-444455556666'
const RUN: LineageRunRow = {
  ...{ id: ID, organization_id: ID, organization_name: 'Analytical Engines', flow_id: ID, flow_name: 'Orders' },
  ...{ status: 'cancelled', scheduled_for: null, started_after: null, error: null },
  ...{ started_at: new Date(0), finished_at: new Date(1_000) },
  totals: {
    ...{ streams: 1, succeeded: 0, failed: 0, rows_read: 0, rows_written: 0, rows_filtered: 0, rows_rejected: 0 },
    ...{ rows_added: 0, bytes: 0, estimated_rows: 0, rows_arrived: 0, balanced: 0, check: null },
  },
}
const ABORT = { eventType: 'ABORT', at: new Date(1_000) } as const

it('a run of a schedule has its time, and a run after another flow has that flow’s run as its parent', () => {
  const before = { runId: ID, flowId: ID, flowName: 'Rates' }
  const event = lineageEvent({ ...RUN, scheduled_for: new Date(0), started_after: [before] }, ABORT)
  expect(check(event)).toBeUndefined()
  expect(event.run.facets).toMatchObject({
    nominalTime: { nominalStartTime: '1970-01-01T00:00:00.000Z' },
    parent: { run: { runId: ID }, job: { namespace: `millrace://${ID}`, name: 'Rates (3f2a91c0)' } },
  })
})

it('an event without times, parents and tables, and that of a test, fit the schema too', () => {
  expect(check(lineageEvent(RUN, ABORT))).toBeUndefined()
  expect(check(testLineageEvent(ID, ID, new Date(0)))).toBeUndefined()
  expect(check({ ...testLineageEvent(ID, ID, new Date(0)), run: { runId: 'no uuid', facets: {} } })).toContain('uuid')
})

it('a table that two streams read is one input with the columns of both', () => {
  const table = (name: string, columns: readonly string[]) => ({
    ...{ namespace: 'mysql://db:3306', name },
    columns: columns.map((column) => ({ name: column, type: 'int' })),
  })
  const row = (own: string, output: string) => ({
    lineage: {
      inputs: [table(own, ['id']), table('shop.people', ['id', own])],
      output: table(output, ['id']),
      columns: [{ name: 'id', from: [{ table: 0, column: 'id', way: 'identity' as const }] }],
      rows: [{ table: 1, column: 'id', by: 'join' as const }],
    },
    ...{ status: 'succeeded', rows_read: 3, rows_written: 2, bytes: 10 },
  })
  const event = lineageEvent(RUN, ABORT, [row('shop.a', 'copy.a'), row('shop.b', 'copy.b')])
  expect(check(event)).toBeUndefined()
  const fieldsOf = (input: object) =>
    (input as { facets: { schema: { fields: { name: string }[] } } }).facets.schema.fields.map(({ name }) => name)
  expect(event.inputs).toMatchObject([
    { name: 'shop.a', inputFacets: { inputStatistics: { rowCount: 3 } } },
    { name: 'shop.people' },
    { name: 'shop.b' },
  ])
  expect(event.inputs.map(fieldsOf)).toEqual([['id'], ['id', 'shop.a', 'shop.b'], ['id']])
  expect(event.inputs[1]).not.toHaveProperty('inputFacets')
})
