import { expect, it } from 'vitest'

import { boundedRows, SHOWN_LIMITS } from './bounded-rows.ts'

const rowsOf = (rows: number, ...values: (string | null)[]) => Array.from({ length: rows }, () => ({ values }))
const sizeOf = (rows: readonly { readonly values?: readonly (string | null)[] }[]) =>
  rows.flatMap(({ values = [] }) => values).reduce((sum, value) => sum + (value?.length ?? 0), 0)

it('shows at most twenty rows, and says that there are more', () => {
  expect(boundedRows(rowsOf(21, 'a')).rows).toHaveLength(SHOWN_LIMITS.rows)
  expect(boundedRows(rowsOf(21, 'a')).hasMore).toBe(true)
  expect(boundedRows(rowsOf(20, 'a', null))).toEqual({ rows: rowsOf(20, 'a', null), hasMore: false })
})

it('cuts long values, never in the middle of a character', () => {
  const [row] = boundedRows(rowsOf(1, 'x'.repeat(200), 'x'.repeat(201), `${'x'.repeat(198)}😀😀`)).rows
  expect(row?.values[0]).toBe('x'.repeat(200))
  expect(row?.values[1]).toBe(`${'x'.repeat(199)}…`)
  expect(row?.values[2]?.isWellFormed()).toBe(true)
})

it('leaves out rows that would make the answer too large, but never all of them', () => {
  const wide = Array.from({ length: 50 }, () => 'x'.repeat(300))
  const { rows, hasMore } = boundedRows(rowsOf(20, ...wide))
  expect({ rows: rows.length, hasMore }).toEqual({ rows: 2, hasMore: true })
  const widest = boundedRows(rowsOf(20, ...Array.from({ length: 1_600 }, () => 'x'.repeat(300)))).rows
  expect(widest).toHaveLength(1)
  expect(sizeOf(widest)).toBeLessThanOrEqual(SHOWN_LIMITS.total)
})

it('counts rows without values, too', () => {
  const rows = Array.from({ length: 30 }, () => ({ kind: 'removed' }) as { kind: string; values?: string[] })
  expect(boundedRows(rows).rows).toHaveLength(20)
})
