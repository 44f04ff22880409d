import { expect, it } from 'vitest'

import { checkLabel, partsOfCheckLabel } from './check-label.ts'

it.each([
  [{ id: 'a', type: 'not_null', columns: ['id', 'day'] }, 'not_null', 'id, day'],
  [{ id: 'a', type: 'accepted_values', column: 'state', values: ['new'] }, 'accepted_values', 'state'],
  [{ id: 'a', type: 'sql', name: 'No debts: none', query: 'SELECT 1' }, 'sql', 'No debts: none'],
  [{ id: 'a', type: 'sql', query: 'SELECT\n1' }, 'sql', 'SELECT\n1'],
  [{ id: 'a', type: 'row_count', percent: 5 }, 'row_count', ''],
  [{ id: 'a', type: 'of_a_newer_server' }, 'of_a_newer_server', ''],
] as const)('names the check %j by its type and what it is about', (check, type, about) => {
  expect(partsOfCheckLabel(checkLabel(check))).toEqual({ type, about })
})

it('reads the labels of older entries, which begin with the place of the check', () => {
  expect(partsOfCheckLabel('1 not_null')).toEqual({ type: 'not_null', about: '' })
  expect(partsOfCheckLabel('?')).toEqual({ type: '?', about: '' })
})
