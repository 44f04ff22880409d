import { expect, it } from 'vitest'

import type { Entity } from '../connections/entity.ts'
import type { FlowStream } from './flow.ts'
import {
  choose,
  chooseColumns,
  chooseCursor,
  chooseDrift,
  chooseEmptyCursor,
  chooseInvalid,
  chooseKey,
  chooseMode,
  chooseOwnTypes,
  chooseZeroDates,
  chosenColumns,
  fitModes,
  mapField,
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

it('writes down only what is not the default: that the target follows, that the run fails, that dates which no calendar has are NULL', () => {
  const stopping = chooseDrift(chosen, 'public.orders', 'stop')
  expect(stopping).toEqual([{ ...chosen[0], drift: 'stop' }])
  expect(chooseDrift(stopping, 'public.orders', 'follow')).toEqual(chosen)
  const rejecting = chooseInvalid(chosen, 'public.orders', 'reject')
  expect(rejecting).toEqual([{ ...chosen[0], onInvalid: 'reject' }])
  expect(chooseInvalid(rejecting, 'public.orders', 'fail')).toEqual(chosen)
  const failing = chooseZeroDates(chosen, 'public.orders', 'fail')
  expect(failing).toEqual([{ ...chosen[0], zeroDates: 'fail' }])
  expect(chooseZeroDates(failing, 'public.orders', 'null')).toEqual(chosen)
  const leaving = chooseEmptyCursor(chosen, 'public.orders', 'leave-out')
  expect(leaving).toEqual([{ ...chosen[0], emptyCursor: 'leave-out' }])
  expect(chooseEmptyCursor(leaving, 'public.orders', 'read')).toEqual(chosen)
  const plain = chooseOwnTypes(chosen, 'public.orders', 'base')
  expect(plain).toEqual([{ ...chosen[0], ownTypes: 'base' }])
  expect(chooseOwnTypes(plain, 'public.orders', 'create')).toEqual(chosen)
})
