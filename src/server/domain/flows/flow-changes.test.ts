import { expect, it } from 'vitest'

import { type DescribedFlow, flowChanges } from './flow-changes.ts'

const checks = [{ id: 'c1', type: 'not_null' as const, columns: ['id'] }]
const orders = { entity: 'shop.orders', target: 'shop.orders', mode: 'upsert' as const, key: ['id'], checks }
const people = { entity: 'shop.people', mode: 'replace' as const, drift: 'follow' as const }
const flow: DescribedFlow = {
  ...{ name: 'Orders', enabled: true, freshnessMinutes: null, codeFile: null, owner: null, tags: [] },
  ...{ source: { name: 'Shop' }, destination: { name: 'Warehouse', type: 'postgres' } },
  config: { streams: [orders, people], transformations: [] },
}
const all = { ...flow, config: { ...flow.config, streams: [] } }
const inTables = (...path: readonly string[]) => ({ path: ['streams', 'shop.orders', ...path] })

it('tells each setting that a table loses when the flow moves all tables from now on', () => {
  expect(flowChanges(flow, all)).toEqual([
    { path: ['streams'], kind: 'changed', from: 'shop.orders, shop.people', to: 'all' },
    { ...inTables('mode'), kind: 'changed', from: 'upsert', to: 'replace' },
    { ...inTables('key'), kind: 'removed', from: 'id' },
    { ...inTables('checks', 'not_null: id'), kind: 'removed' },
    { ...inTables('checks', 'not_null: id', 'severity'), kind: 'removed', from: 'fail' },
  ])
})

it('tells each setting that a table gets when the flow moves only chosen tables from now on', () => {
  const later = { ...flow, name: 'Chosen', config: { ...flow.config, sql_before: 'SELECT 1' } }
  expect(flowChanges(all, later)).toEqual([
    { path: ['name'], kind: 'changed', from: 'Orders', to: 'Chosen' },
    { path: ['streams'], kind: 'changed', from: 'all', to: 'shop.orders, shop.people' },
    { ...inTables('mode'), kind: 'changed', from: 'replace', to: 'upsert' },
    { ...inTables('key'), kind: 'added', to: 'id' },
    { ...inTables('checks', 'not_null: id'), kind: 'added' },
    { ...inTables('checks', 'not_null: id', 'severity'), kind: 'added', to: 'fail' },
    { path: ['sql_before'], kind: 'added', to: 'SELECT 1' },
  ])
})

it('takes the first mode of the destination for the mode of a table without settings', () => {
  const mailed = { ...flow, destination: { name: 'Mails', type: 'email' } }
  const one = { ...mailed, config: { ...flow.config, streams: [{ entity: 'people', mode: 'append' as const }] } }
  expect(flowChanges(one, { ...mailed, config: all.config })).toHaveLength(1)
})

it('tells a table of a list that came or changed, by its name', () => {
  const streams = [{ ...orders, mode: 'append' as const }, people, { ...people, entity: 'shop.carts' }]
  expect(flowChanges(flow, { ...flow, config: { ...flow.config, streams } })).toEqual([
    { ...inTables('mode'), kind: 'changed', from: 'upsert', to: 'append' },
    { path: ['streams', 'shop.carts'], kind: 'added' },
  ])
})
