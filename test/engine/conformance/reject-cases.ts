import { expect } from 'vitest'

import type { RejectedRow } from '../../../src/engine/ports/rejected-row.ts'
import { says } from '../../support/says.ts'
import { writeRows } from './attempt.ts'
import type { Case, WritablePlace } from './case.ts'
import { nothingIsLeft } from './expectations.ts'
import { order } from './orders.ts'

/** What a destination does with rows that it cannot hold, where a flow keeps them. */
export const REJECT_CASES = {
  'keeps what it cannot hold': {
    title: 'keeps a row aside that it cannot hold, with column and rule, and commits the others',
    async try(place) {
      const refusal = await place.destination.unholdable?.()
      const kept: RejectedRow[] = []
      const rejects = {
        days: 14,
        begin: () => {},
        keep: (_: string, row: RejectedRow) => kept.push(row) > 0,
        finalize: async () => {},
        countRejected: async () => 0,
      }
      const rows = [order(1), order(2, 'note 2', refusal?.order), order(3)]
      const { streams } = await writeRows(place, rows, { rejects, stream: { mode: 'append', onInvalid: 'reject' } })
      expect(streams).toMatchObject([{ status: 'succeeded', rowsWritten: 2, rowsRejected: 1 }])
      expect(kept).toMatchObject([
        { column: refusal?.column, rule: says(expect.stringMatching(refusal?.rule ?? /a rule/)) },
      ])
      expect((await place.destination.orders()).map(([id]) => id)).toEqual(['1', '3'])
      await nothingIsLeft(place)
    },
  },
} as const satisfies Readonly<Record<string, Case<WritablePlace>>>
