import { expect, it } from 'vitest'

import { isAt, type StepProblem } from './transformation-problem.ts'

const inALine: StepProblem = { kind: 'required', at: { setting: 'columns', line: 1, cell: 'to' } }

it('is told at its own input', () => {
  expect(isAt(inALine, { setting: 'columns', line: 1, cell: 'to' })).toBe(true)
  expect(isAt({ kind: 'required', at: { setting: 'where' } }, { setting: 'where' })).toBe(true)
})

it.each([
  { setting: 'columns' },
  { setting: 'columns', line: 0, cell: 'to' },
  { setting: 'columns', line: 1, cell: 'column' },
  { setting: 'by', line: 1, cell: 'to' },
])('is not told at another (%j)', (place) => {
  expect(isAt(inALine, place)).toBe(false)
})

it('is of the whole step when no input is to blame', () => {
  expect(isAt({ kind: 'no-such-stream', stream: 'orders' }, { setting: 'where' })).toBe(false)
})
