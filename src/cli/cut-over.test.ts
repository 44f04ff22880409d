import { expect, it } from 'vitest'

import { cutOverLines, isReady } from './cut-over.ts'

const PROVEN = {
  ...{ asked_at: '2026-11-30T04:00:00Z', state: 'done', as_of: '2026-11-30T04:00:01Z' },
  ...{ is_proven: true, tables: 2, rows: 1_500, unsettled: [], differing: [], failed: [], changed_by_steps: [] },
  numbers: [{ table: 'public.orders', column: 'id', before: '1', last: '1500' }],
  absent: [{ kind: 'view', count: 1, names: ['public.latest'] }],
}

it('prints what was equal, from where numbers go on, what is lacking, and what comes next', () => {
  const lines = cutOverLines(PROVEN)
  expect(lines[0]).toMatch(/^2 tables with 1500 rows were equal as of /)
  expect(lines).toContain('  view (1): public.latest')
  expect(lines.some((line) => /public\.orders\.id +1 +1500/.test(line))).toBe(true)
  expect(lines.at(-1)).toBe('Next: end the mirror, then point the application at the destination.')
  expect(isReady(PROVEN)).toBe(true)
})

it('is not ready while somebody writes, a table does not follow, or nothing is proven', () => {
  const written = { ...PROVEN, written_after: [{ entity: 'public.orders', changes: 3 }] }
  expect(cutOverLines(written)).toContain('Still written by somebody: public.orders (3 changes)')
  expect(isReady(written)).toBe(false)
  const unproven = { ...PROVEN, is_proven: false, unsettled: ['public.items'], numbers: [], absent: [] }
  expect(cutOverLines(unproven)).toEqual(['Not proven equal.', 'Did not follow: public.items'])
  expect(isReady(unproven)).toBe(false)
})
