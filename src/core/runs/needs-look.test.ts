import { expect, it } from 'vitest'

import { differs, needsLook } from './needs-look.ts'
import type { RunStream } from './run.ts'

const stream = (more: object = {}): RunStream =>
  ({
    ...{ entity: 'public.orders', target: 'public.orders', status: 'succeeded', bytes: 0 },
    ...{ rowsRead: 3, rowsFiltered: 0, rowsRejected: 0, rowsWritten: 3 },
    ...more,
  }) as RunStream
const difference = { created: 0, changed: 0, removed: 0, unchanged: 3 }

it.each([
  ['failed', { status: 'failed' }],
  ['has an error', { error: { code: 'X', message: 'No' } }],
  ['rejected rows', { rowsRejected: 1 }],
  ['got another column', { columnChanges: [{ name: 'note', change: 'added' }] }],
  ['has a column with another name', { renamedColumns: [{ name: 'total', to: 'amount' }] }],
  ['has a check that did not pass', { receipt: { dataChecks: [{ state: 'passed' }, { state: 'failed' }] } }],
])('a table that %s is open at once', (_, more) => {
  expect(needsLook({ kind: 'move' }, stream(more))).toBe(true)
})

it('a good table of a run is folded', () => {
  expect(needsLook({ kind: 'move' }, stream({ receipt: { dataChecks: [{ state: 'passed' }] } }))).toBe(false)
  expect(needsLook({ kind: 'move' }, stream({ receipt: {} }))).toBe(false)
})

it.each([
  ['of a dry run that could not be compared', 'dry-run', {}, true],
  ['of a comparison that is the same', 'compare', { difference }, false],
  ['of a comparison with a changed row', 'compare', { difference: { ...difference, changed: 1 } }, true],
  ['of a comparison with rows that nobody can tell', 'compare', { difference: { ...difference, unknown: 1 } }, true],
  ['of a dry run with rows that nobody can tell', 'dry-run', { difference: { ...difference, unknown: 1 } }, false],
  ['of a dry run that has not ended', 'dry-run', { status: 'running' }, false],
] as const)('a table %s', (_, kind, more, isOpen) => {
  expect(needsLook({ kind }, stream(more))).toBe(isOpen)
})

it('rows that would be marked are a difference, too', () => {
  expect(differs(stream({ difference: { ...difference, marked: 2 } }))).toBe(true)
  expect(differs(stream({ difference }))).toBe(false)
  expect(differs(stream())).toBe(false)
})
