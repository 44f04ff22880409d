import { expect, it } from 'vitest'

import { balanceOf } from './balance.ts'
import type { RunStream } from './run.ts'

const stream = (rowsRead: number, rowsWritten: number, rowsFiltered = 0, rowsRejected = 0): RunStream => ({
  entity: 'public.orders',
  target: 'public.orders',
  status: 'succeeded',
  rowsRead,
  rowsWritten,
  rowsFiltered,
  rowsRejected,
  bytes: 0,
})

it('says where every row of a run has gone', () => {
  expect(balanceOf({ streams: [stream(10, 7, 2, 1), stream(5, 5)] })).toEqual({
    read: 15,
    written: 12,
    filtered: 2,
    rejected: 1,
    added: 0,
    isBalanced: true,
  })
})

it('does not balance when a stream has lost rows, though another has as many too many', () => {
  expect(balanceOf({ streams: [stream(10, 9), stream(5, 6)] }).isBalanced).toBe(false)
})

it('balances with rows that steps have made of others', () => {
  const joined = { ...stream(6, 14), rowsAdded: 8 }
  expect(balanceOf({ streams: [joined] })).toMatchObject({ read: 6, added: 8, written: 14, isBalanced: true })
})

it('takes the sum that is told where no stream is', () => {
  expect(balanceOf({ streams: [], rowsWritten: 7 })).toMatchObject({ written: 7, isBalanced: false })
  expect(balanceOf({ streams: [] }).written).toBe(0)
})
