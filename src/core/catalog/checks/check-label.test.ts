import { expect, it } from 'vitest'

import { checkDetails, checkLabel, partsOfCheckLabel } from './check-label.ts'

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

it.each([
  [
    { id: 'a', type: 'row_count', percent: 5, rows: 100 },
    { rows: 100, percent: 5, severity: 'fail' },
  ],
  [
    { id: 'a', type: 'freshness', column: 'at', hours: 24, severity: 'warn' },
    { hours: 24, severity: 'warn' },
  ],
  [{ id: 'a', type: 'sql', query: 'SELECT 1 FROM input' }, { severity: 'fail' }],
  [
    { id: 'a', type: 'sql', name: 'One', query: 'SELECT 1 FROM input' },
    { query: 'SELECT 1 FROM input', severity: 'fail' },
  ],
] as const)('gives of the check %j what its label leaves out', (check, details) => {
  expect(Object.fromEntries(checkDetails(check))).toEqual(details)
})
