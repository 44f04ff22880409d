import { expect, it } from 'vitest'
import type { StructureObject } from './structure-object.ts'
import { reportCounts, reportParts } from './structure-report.ts'

const OBJECTS: readonly StructureObject[] = [
  { kind: 'index', table: 'public.t', name: 'a', state: 'built' },
  { kind: 'view', table: 'public.v', name: '', state: 'left', reason: 'It reads another table.' },
  { kind: 'check', table: 'public.t', name: 'b', state: 'failed' },
  { kind: 'index', table: 'public.t', name: 'c', state: 'present' },
]

it('a report begins with what does not come', () => {
  expect(reportParts(OBJECTS).map(({ state }) => state)).toEqual(['failed', 'left', 'built', 'present'])
})

it('it says how many objects come and how many do not', () => {
  expect(reportCounts(OBJECTS)).toEqual({ coming: 2, not: 2 })
})
