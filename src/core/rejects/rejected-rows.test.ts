import { expect, it } from 'vitest'

import { changeableColumns, changeableValues, rejectedCsv, rejectedJson } from './rejected-rows.ts'

const rejected = {
  columns: [
    { name: 'id', type: 'int' },
    { name: 'note', type: 'text' },
  ],
  rows: [
    { row: 5, column: 'id', rule: 'must have a value', values: [null, '=HYPERLINK("x")'], isSent: false },
    { row: 7, column: 'note', rule: 'accepts at most 5 characters', values: ['-7', 'a,b'], isSent: false },
  ],
}

it('makes a file for spreadsheets in which no text is a formula and no number a text', () => {
  expect(rejectedCsv(rejected)).toBe(
    'row,refused column,rule,id,note\r\n5,id,must have a value,,"\'=HYPERLINK(""x"")"\r\n7,note,accepts at most 5 characters,-7,"a,b"\r\n',
  )
})

it('makes a file for programs that tells no value from an empty text', () => {
  expect(JSON.parse(rejectedJson(rejected))).toEqual([
    { row: 5, column: 'id', rule: 'must have a value', values: { id: null, note: '=HYPERLINK("x")' } },
    { row: 7, column: 'note', rule: 'accepts at most 5 characters', values: { id: '-7', note: 'a,b' } },
  ])
})

it('is changed as it was before the steps, if that is known', () => {
  const after = { columns: [{ name: 'total', type: 'int' }], values: ['3'] }
  const before = { sourceColumns: [{ name: 'price', type: 'text' }], sourceValues: ['3 €'] }
  expect([changeableColumns(after), changeableValues(after)]).toEqual([after.columns, after.values])
  expect([changeableColumns({ ...after, ...before }), changeableValues({ ...after, ...before })]).toEqual([
    before.sourceColumns,
    before.sourceValues,
  ])
})
