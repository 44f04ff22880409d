import { expect, it } from 'vitest'

import { compareFlows, type FlowOfRun } from './compare-flows.ts'

const flow: FlowOfRun = {
  sourceConnectionId: 'shop',
  destinationConnectionId: 'warehouse',
  streams: [
    { entity: 'orders', mode: 'replace' },
    { entity: 'old', mode: 'replace' },
  ],
  steps: [
    { id: 'a', type: 'filter', settings: { where: 'total > 1' } },
    { id: 'b', type: 'limit', settings: { rows: 5 } },
  ],
}

it('tells what of a flow has changed, part by part, with what was and what is', () => {
  const later: FlowOfRun = {
    sourceConnectionId: 'shop 2',
    destinationConnectionId: 'warehouse',
    streams: [{ entity: 'orders', mode: 'upsert', key: ['id'] }, { entity: 'new' }],
    steps: [
      { id: 'b', type: 'limit', settings: { rows: 5 } },
      { id: 'a', type: 'filter', settings: { where: 'total > 2' } },
    ],
    schedule: { cron: '0 7 * * *' },
  }
  expect(compareFlows(flow, later)).toEqual([
    { part: 'source', change: 'changed', settings: [{ name: 'connection', before: 'shop', after: 'shop 2' }] },
    { part: 'table', name: 'old', change: 'removed', settings: [] },
    {
      part: 'table',
      name: 'orders',
      change: 'changed',
      settings: [
        { name: 'mode', before: 'replace', after: 'upsert' },
        { name: 'key', after: 'id' },
      ],
    },
    { part: 'table', name: 'new', change: 'added', settings: [] },
    {
      part: 'step',
      name: 'filter',
      change: 'changed',
      settings: [{ name: 'where', before: 'total > 1', after: 'total > 2' }],
    },
    { part: 'step', name: 'limit', change: 'moved', settings: [] },
    { part: 'schedule', change: 'added', settings: [{ name: 'cron', after: '0 7 * * *' }] },
  ])
})

it('tells that all tables are moved in place of a list, or a list in place of all', () => {
  const all = { ...flow, streams: [] }
  expect(compareFlows(flow, all)).toEqual([{ part: 'tables', change: 'all', settings: [] }])
  expect(compareFlows(all, flow)).toEqual([{ part: 'tables', name: 'orders, old', change: 'chosen', settings: [] }])
})

it('tells each setting that a table has only in the list, and none that every table has', () => {
  const checks = [{ id: 'c', type: 'unique', columns: ['id'] }]
  const orders = { entity: 'orders', target: 'orders', mode: 'upsert', drift: 'follow', checks }
  const chosen = { ...flow, streams: [orders, { entity: 'old', mode: 'replace' }] }
  const all = { ...flow, streams: [] }
  const table = { part: 'table', name: 'orders', change: 'changed' }
  expect(compareFlows(chosen, all).slice(1)).toEqual([
    {
      ...table,
      settings: [
        { name: 'mode', before: 'upsert', after: 'replace' },
        { name: 'checks', before: 'unique: id', details: [['severity', 'fail']] },
      ],
    },
  ])
  const mailing = { ...all, destinationType: 'email' }
  expect(compareFlows(mailing, { ...chosen, streams: [{ ...orders, mode: 'append' }] }).slice(1)).toEqual([
    { ...table, settings: [{ name: 'checks', after: 'unique: id', details: [['severity', 'fail']] }] },
  ])
})

it('tells nothing of a setting that says what holds without it', () => {
  const table = { entity: 'orders', on_invalid: 'fail', key: [], checks: [] }
  expect(compareFlows({ ...flow, streams: [table] }, { ...flow, streams: [{ entity: 'orders' }] })).toEqual([])
})

it('tells lists and named values as people write them', () => {
  const steps = [
    {
      ...{ id: 'a', type: 'rename' },
      settings: {
        columns: [
          { column: 'a', to: 'b' },
          { column: 'c', to: 'd' },
        ],
      },
    },
  ]
  const streams = [
    {
      ...{ entity: 'orders', key: ['id', 'day'], mapping: { value: 'total', time: 'at' } },
      checks: [{ id: 'x1', type: 'not_null', columns: ['day'] }],
    },
  ]
  const settings = compareFlows(
    { ...flow, streams: [{ entity: 'orders' }], steps: [{ id: 'a', type: 'rename', settings: {} }] },
    { ...flow, streams, steps },
  ).flatMap((change) => change.settings)
  expect(settings).toEqual([
    { name: 'key', after: 'id, day' },
    { name: 'mapping', after: 'value: total, time: at' },
    { name: 'checks', after: 'not_null: day', details: [['severity', 'fail']] },
    { name: 'columns', after: 'a → b; c → d' },
  ])
})

it('tells each check of a table that came, went or changed', () => {
  const filled = { id: 'a', type: 'not_null', columns: ['id', 'day'] }
  const query = { id: 'b', type: 'sql', query: 'SELECT 1' }
  const checked = (...checks: readonly object[]) => ({ ...flow, streams: [{ entity: 'orders', checks }] })
  const changes = compareFlows(
    checked(filled, query, { id: 'd', type: 'row_count', percent: 5 }),
    checked({ ...filled, severity: 'warn' }, { id: 'c', type: 'later' }, { id: 'd', type: 'row_count', percent: 5 }),
  )
  expect(changes.flatMap(({ settings }) => settings)).toEqual([
    { name: 'severity', after: 'warn', check: 'not_null: id, day' },
    { name: 'checks', before: 'sql: SELECT 1', details: [['severity', 'fail']] },
    { name: 'checks', after: 'later', details: [] },
  ])
})

it('tells that a flow starts after others than before, by their ids', () => {
  const after = { flows: [{ id: 'a' }, { id: 'b' }], when: 'all_succeeded' }
  const changed = { part: 'after', change: 'changed', settings: [] }
  const [flows, when] = [
    { name: 'flows', after: 'a, b' },
    { name: 'when', after: 'all_succeeded' },
  ]
  expect(compareFlows(flow, { ...flow, after })).toEqual([{ ...changed, change: 'added', settings: [flows, when] }])
  expect(compareFlows({ ...flow, after }, { ...flow, after: { ...after, flows: [{ id: 'b' }] } })).toEqual([
    { ...changed, settings: [{ name: 'flows', before: 'a, b', after: 'b' }] },
  ])
  expect(compareFlows({ ...flow, after }, { ...flow, after: { ...after, when: 'any_ended' } })).toEqual([
    { ...changed, settings: [{ name: 'when', before: 'all_succeeded', after: 'any_ended' }] },
  ])
})

it('tells which SQL around the rows has changed', () => {
  expect(compareFlows(flow, { ...flow, budget: { rows: 5 } })).toEqual([
    { part: 'budget', change: 'added', settings: [{ name: 'rows', after: '5' }] },
  ])
  expect(compareFlows({ ...flow, sql: { before: 'a' } }, { ...flow, sql: { before: 'a', after: 'b' } })).toEqual([
    { part: 'sql', change: 'changed', settings: [{ name: 'after', after: 'b' }] },
  ])
})

it('tells nothing of a flow that is as it was, and what has gone of one that is not', () => {
  expect(compareFlows(flow, { ...flow })).toEqual([])
  const elsewhere = { ...flow, destinationConnectionId: 'lake' }
  expect(compareFlows({ ...elsewhere, schedule: { cron: '0 7 * * *' } }, { ...flow, steps: [] })).toEqual([
    { part: 'destination', change: 'changed', settings: [{ name: 'connection', before: 'lake', after: 'warehouse' }] },
    { part: 'step', name: 'filter', change: 'removed', settings: [] },
    { part: 'step', name: 'limit', change: 'removed', settings: [] },
    { part: 'schedule', change: 'removed', settings: [{ name: 'cron', before: '0 7 * * *' }] },
  ])
})
