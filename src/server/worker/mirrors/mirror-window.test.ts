import { expect, it } from 'vitest'

import { MirrorWindow } from './mirror-window.ts'

const batch = (inserted: number, firstCommit: number, to: string) => ({
  from: '0/1',
  to,
  transactions: 1,
  changes: inserted,
  tables: [{ name: 'public.orders', inserted, updated: 0, deleted: 0, divergent: 0 }],
  firstCommit,
  lastCommit: firstCommit,
})

it('the receipt of a minute sums its batches, tells how late they were, and continues the chain', () => {
  const window = new MirrorWindow()
  window.add(batch(3, 900, '0/2'), 1_000)
  window.add(batch(4, 1_400, '0/3'), 2_000)
  expect(window.changesPerSecond(4_500)).toBe(2)
  expect([window.isOver(60_999), window.isOver(61_000)]).toEqual([false, true])
  const first = window.receipt(undefined)
  expect(first).toMatchObject({
    number: 1,
    content: { position_from: '0/1', position_to: '0/3', transactions: 2, lag_p50_ms: 600, lag_p99_ms: 600 },
  })
  expect(first?.content.tables).toEqual([
    { entity: 'public.orders', inserted: 7, updated: 0, deleted: 0, divergent: 0 },
  ])
  const second = window.receipt({ number: 1, hash: first?.hash ?? '' })
  expect(second?.number).toBe(2)
  expect(second?.hash).not.toBe(first?.hash)
})

it('the receipt counts values that the destination could not keep, where there are any', () => {
  const window = new MirrorWindow()
  const { tables, ...rest } = batch(3, 900, '0/2')
  for (const unsigned of [2, 5]) window.add({ ...rest, tables: tables.map((table) => ({ ...table, unsigned })) }, 1_000)
  expect(window.receipt(undefined)?.content.tables).toMatchObject([{ entity: 'public.orders', unsigned: 7 }])
})

it('a minute without changes has no receipt', () => {
  expect(new MirrorWindow().receipt(undefined)).toBeUndefined()
})
