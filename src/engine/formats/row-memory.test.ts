import { afterEach, expect, it } from 'vitest'

import { inEnglish } from '../../core/catalog/sentence.ts'
import { limitRowMemory, RowTooLarge, requireRowMemory, withTable } from './row-memory.ts'

const MEGABYTE = 1 << 20
afterEach(() => limitRowMemory({ row: 64 * MEGABYTE, all: 256 * MEGABYTE }))

const refusal = (work: () => void) => {
  try {
    work()
  } catch (error) {
    return error instanceof RowTooLarge ? inEnglish(withTable(error.problem, 'public.files').message) : error
  }
}

it('a row may have as much as the setting says, and the refusal names the table and the setting', () => {
  limitRowMemory({ row: 4 * MEGABYTE, all: Infinity })
  requireRowMemory(4 * MEGABYTE)
  expect(refusal(() => requireRowMemory(4 * MEGABYTE + 1))).toBe('A row of public.files has more than 4 MB.')
  expect(new RowTooLarge(4, false).problem.hint?.template).toContain('ROW_MEMORY')
})

it('large rows together may take so much, whoever holds them; small ones are always taken', () => {
  // What tests before this one have left would be collected meanwhile.
  for (const _ of [1, 2]) globalThis.gc?.()
  const held = process.memoryUsage().arrayBuffers
  limitRowMemory({ row: 64 * MEGABYTE, all: held + 40 * MEGABYTE })
  const one = Buffer.alloc(30 * MEGABYTE)
  expect(refusal(() => requireRowMemory(20 * MEGABYTE))).toMatch(/public\.files is large, .* more than \d+ MB together/)
  requireRowMemory(MEGABYTE)
  expect(one.length).toBe(30 * MEGABYTE)
})
