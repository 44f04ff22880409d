import { expect, it } from 'vitest'

import type { Entity } from '../../../core/connections/entity.ts'
import type { FlowStream } from '../../../core/flows/flow.ts'
import { choose, chooseColumns, chosenColumns, retarget } from './stream-selection.ts'

const orders: Entity = {
  name: 'public.orders',
  columns: ['id', 'total', 'note'].map((name) => ({ name, type: 'text' })),
}
const chosen: readonly FlowStream[] = [{ entity: 'public.orders', mode: 'append', target: 'mart.orders' }]

it('keeps the settings of tables that were chosen before', () => {
  expect(choose(chosen, ['public.orders', 'public.items'], true)).toEqual([
    ...chosen,
    { entity: 'public.items', mode: 'replace' },
  ])
})

it('leaves out the tables that are no longer wanted', () => {
  expect(choose(chosen, ['public.orders'], false)).toEqual([])
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

it.each(['', '  ', 'public.orders'])('takes the target %j for the name of the table itself', (target) => {
  expect(retarget(chosen, 'public.orders', target)).toEqual([{ entity: 'public.orders', mode: 'append' }])
})
