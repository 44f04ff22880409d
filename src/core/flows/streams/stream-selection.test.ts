import { describe, expect, it } from 'vitest'

import type { Entity } from '../../connections/entity.ts'
import type { FlowStream } from '../flow.ts'
import {
  choose,
  chooseAmong,
  chooseColumns,
  chooseCursor,
  chooseForAll,
  chooseKey,
  chooseMode,
  choosePolicies,
  chosenColumns,
  fitModes,
  mapField,
  mirrorOf,
  type Policies,
  retarget,
} from './stream-selection.ts'

const orders: Entity = {
  name: 'public.orders',
  columns: ['id', 'total', 'note'].map((name) => ({ name, type: 'text' })),
}
const chosen: readonly FlowStream[] = [{ entity: 'public.orders', mode: 'append', target: 'mart.orders' }]

it('keeps the settings of tables that were chosen before', () => {
  expect(choose(chosen, ['public.orders', 'public.items'], true, 'upsert')).toEqual([
    ...chosen,
    { entity: 'public.items', mode: 'upsert' },
  ])
})

it('leaves out the tables that are no longer wanted', () => {
  expect(choose(chosen, ['public.orders'], false, 'replace')).toEqual([])
})

it('writes the columns in the order of the table', () => {
  const [stream] = chooseColumns(chosen, orders, ['note', 'id'])

  expect(stream?.columns).toEqual(['id', 'note'])
})

it('writes every column as no choice, so that later ones come along', () => {
  const [stream] = chooseColumns([{ entity: 'public.orders', mode: 'replace', columns: ['id'] }], orders, [
    'id',
    'total',
    'note',
  ])

  expect(stream).toEqual({ entity: 'public.orders', mode: 'replace' })
  expect(stream && chosenColumns(stream, orders)).toEqual(['id', 'total', 'note'])
})

it.each(['', '  '])('takes the target %j for the own place of the destination', (target) => {
  expect(retarget(chosen, 'public.orders', target)).toEqual([{ entity: 'public.orders', mode: 'append' }])
})

it('forgets what a mode cannot have', () => {
  const upserted = chooseKey(
    chooseCursor(chooseMode(chosen, 'public.orders', 'upsert'), 'public.orders', 'id'),
    'public.orders',
    ['id'],
  )
  expect(upserted).toEqual([{ ...chosen[0], mode: 'upsert', cursor: 'id', key: ['id'] }])
  expect(chooseMode(upserted, 'public.orders', 'append')).toEqual([{ ...chosen[0], cursor: 'id' }])
  expect(chooseMode(upserted, 'public.orders', 'replace')).toEqual([{ ...chosen[0], mode: 'replace' }])
})

it('puts all tables of a flow into a mirror together, and takes them out of it together', () => {
  const streams: readonly FlowStream[] = [...chosen, { entity: 'public.items', mode: 'upsert', cursor: 'at' }]
  const mirrored = chooseMode(streams, 'public.items', 'mirror')
  expect(mirrored).toEqual([
    { ...chosen[0], mode: 'mirror' },
    { entity: 'public.items', mode: 'mirror' },
  ])
  expect(choose(mirrored, ['public.notes'], true, 'replace').at(-1)).toEqual({ entity: 'public.notes', mode: 'mirror' })
  expect(chooseMode(mirrored, 'public.items', 'append').map(({ mode }) => mode)).toEqual(['append', 'append'])
  expect(chooseForAll(streams, ['public.items'], { mode: 'mirror' })).toEqual(mirrored)
  expect(chooseForAll(mirrored, ['public.items'], { mode: 'replace', drift: 'stop' })).toEqual([
    { ...chosen[0], mode: 'replace' },
    { entity: 'public.items', mode: 'replace', drift: 'stop' },
  ])
  expect(fitModes(mirrored, ['replace']).map(({ mode }) => mode)).toEqual(['replace', 'replace'])
})

it('mirrors every table, and no view', () => {
  expect(mirrorOf([{ name: 'public.orders' }, { name: 'public.totals', kind: 'view' }])).toEqual([
    { entity: 'public.orders', mode: 'mirror' },
  ])
})

it('takes a mode that the destination has when it is another one', () => {
  const streams: readonly FlowStream[] = [...chosen, { entity: 'public.items', mode: 'upsert', key: ['id'] }]
  expect(fitModes(streams, ['append'])).toEqual([...chosen, { entity: 'public.items', mode: 'append' }])
  expect(fitModes(streams, ['append', 'upsert'])).toEqual(streams)
})

it('writes a field that takes the column of its name as no choice', () => {
  const mapped = mapField(chosen, 'public.orders', 'timestamp', 'paid_at')
  expect(mapped).toEqual([{ ...chosen[0], mapping: { timestamp: 'paid_at' } }])
  expect(mapField(mapped, 'public.orders', 'timestamp', '')).toEqual(chosen)
})

it.each<[Policies, Policies]>([
  [{ drift: 'stop' }, { drift: 'follow' }],
  [{ onInvalid: 'reject' }, { onInvalid: 'fail' }],
  [{ zeroDates: 'fail' }, { zeroDates: 'null' }],
  [{ emptyCursor: 'leave-out' }, { emptyCursor: 'read' }],
  [{ ownTypes: 'base' }, { ownTypes: 'create' }],
])('writes the policy %j down, and its default %j as no choice', (policy, byDefault) => {
  const streams = choosePolicies(chosen, 'public.orders', policy)
  expect(streams).toEqual([{ ...chosen[0], ...policy }])
  expect(choosePolicies(streams, 'public.orders', byDefault)).toEqual(chosen)
})

it('keeps the other policies when one is chosen', () => {
  const streams = choosePolicies(chosen, 'public.orders', { drift: 'stop', ownTypes: 'base' })

  expect(choosePolicies(streams, 'public.orders', { drift: 'follow' })).toEqual([{ ...chosen[0], ownTypes: 'base' }])
})

describe('many at once', () => {
  const streams: readonly FlowStream[] = [
    { entity: 'orders', mode: 'upsert', key: ['id'], cursor: 'at' },
    { entity: 'customers', mode: 'append', drift: 'stop' },
    { entity: 'events', mode: 'append' },
  ]

  it('get one mode and one policy, and keep what is not named', () => {
    expect(chooseForAll(streams, ['orders', 'customers'], { mode: 'replace', onInvalid: 'reject' })).toEqual([
      { entity: 'orders', mode: 'replace', onInvalid: 'reject' },
      { entity: 'customers', mode: 'replace', drift: 'stop', onInvalid: 'reject' },
      { entity: 'events', mode: 'append' },
    ])
    expect(chooseForAll(streams, ['customers'], { drift: 'follow' })[1]).toEqual({
      entity: 'customers',
      mode: 'append',
    })
  })

  it('columns are taken and left together, and the key is never left out with all the others', () => {
    const columns = [
      { name: 'id', type: 'bigint', keyPosition: 1 },
      ...['note', 'total'].map((name) => ({ name, type: 'text' })),
    ]
    const table = { name: 'orders', columns }

    expect(chooseAmong(table, ['id'], ['note', 'total'], true)).toEqual(['id', 'note', 'total'])
    expect(chooseAmong(table, ['id', 'note', 'total'], ['note'], false)).toEqual(['id', 'total'])
    expect(chooseAmong(table, ['id', 'note', 'total'], ['id', 'note', 'total'], false)).toEqual(['id'])
    expect(chooseAmong({ ...table, columns: columns.slice(1) }, ['note'], ['note'], false)).toEqual(['note'])
  })
})

it('forgets a target, a cursor or a key that is empty, and keeps others', () => {
  const all = { ...chosen[0], mode: 'upsert', cursor: 'total', key: ['id'] } as FlowStream
  const emptied = chooseKey(
    chooseCursor(retarget([all], 'public.orders', ' '), 'public.orders', ''),
    'public.orders',
    [],
  )
  expect(emptied).toEqual([{ entity: 'public.orders', mode: 'upsert' }])
  expect(chooseKey(emptied, 'public.orders', ['id'])).toEqual([{ ...emptied[0], key: ['id'] }])
  expect(retarget(emptied, 'public.orders', ' mart.o ')).toEqual([{ ...emptied[0], target: 'mart.o' }])
  expect(chooseCursor(emptied, 'public.orders', 'total')).toEqual([{ ...emptied[0], cursor: 'total' }])
})

it('keeps how rows are verified, unless it is by the keys', () => {
  const verified = choosePolicies(chosen, 'public.orders', { verify: 'values' })
  expect(verified).toEqual([{ ...chosen[0], verify: 'values' }])
  expect(choosePolicies(verified, 'public.orders', { verify: 'keys' })).toEqual(chosen)
})
