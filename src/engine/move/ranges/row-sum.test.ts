import { expect, it } from 'vitest'

import { RowSum } from './row-sum.ts'

const sumOf = (...parts: readonly string[]) => {
  const sum = new RowSum()
  for (const part of parts) sum.write(Buffer.from(part), 1)
  return sum.text
}

it('is equal for equal rows, wherever their bytes are cut', () => {
  expect(sumOf('one row', 'another')).toBe(sumOf('one ro', 'wanother'))
})

it('differs when a value, the order or the number of rows differs', () => {
  const sums = [sumOf('one', 'two'), sumOf('two', 'one'), sumOf('one', 'tw0'), sumOf('onetwo')]
  expect(new Set(sums).size).toBe(4)
})

it('passes the rows on, and waits for whoever takes them', async () => {
  const taken: string[] = []
  const sum = new RowSum({
    write: (frames) => taken.push(String(frames)) < 1,
    drained: async () => void taken.push('drained'),
  })
  expect(sum.write(Buffer.from('a row'), 1)).toBe(false)
  await sum.drained()
  expect(taken).toEqual(['a row', 'drained'])
})
