import { expect, it } from 'vitest'

import { grouped } from './grouped.ts'

const compare = (one: string, other: string) => one.localeCompare(other)

it('rows stand in their groups in the order that they had, and those without a group come last', () => {
  const items = [{ id: '1', owner: 'Grace' }, { id: '2' }, { id: '3', owner: 'Ada' }, { id: '4', owner: 'Grace' }]
  const groups = grouped(items, ({ owner }) => (owner === undefined ? [] : [{ id: owner, name: owner }]), compare)

  expect(groups.map(({ name, items: rows }) => [name, rows.map(({ id }) => id)])).toEqual([
    ['Ada', ['3']],
    ['Grace', ['1', '4']],
    [undefined, ['2']],
  ])
})

it('a row with two tags stands in both of their groups', () => {
  const tagged = [{ id: '1', tags: ['nightly', 'finance'] }]
  const groups = grouped(tagged, ({ tags }) => tags.map((tag) => ({ id: tag, name: tag })), compare)

  expect(groups.map(({ name }) => name)).toEqual(['finance', 'nightly'])
})

it('groups with a place come in its order, whatever their names are', () => {
  const items = [
    { id: '1', state: 'Late', at: 1 },
    { id: '2', state: 'Failed', at: 0 },
    { id: '3', state: 'A', at: 2 },
  ]
  const groups = grouped(items, ({ state, at }) => [{ id: state, name: state, place: at }], compare)

  expect(groups.map(({ name }) => name)).toEqual(['Failed', 'Late', 'A'])
})
