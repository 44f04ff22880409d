import { expect } from 'vitest'

import type { MoveEvent } from '../../../src/engine/move/run/move-events.ts'
import { verify } from '../../../src/engine/move/verify/verify.ts'
import type { RowDifference } from '../../../src/engine/ports/dry-run.ts'
import { writeRows } from './attempt.ts'
import type { Case, WritablePlace } from './case.ts'
import { nothingIsLeft, succeeded } from './expectations.ts'
import { ORDER_COLUMNS, order, orders } from './orders.ts'

const copyOf = ({ destination: { target } }: WritablePlace) => `${target}_copy`

/** How the destination proves what it has, at the end of a run and later. */
export const PROOF_CASES = {
  'counts what arrived': {
    title: 'counts the rows by itself before the run succeeds',
    async try(place) {
      const { streams } = await writeRows(place, orders(3))
      expect(streams).toMatchObject([{ status: 'succeeded', check: { rows: 3 } }])
    },
  },
  'sums what arrived': {
    title: 'sums every value before the rows are visible, for a comparison with those that were sent',
    async try(place) {
      const { streams } = await writeRows(place, orders(3), { stream: { verify: 'values' } })
      // The source of these rows counts nothing.
      const check = { state: 'counted', reason: 'uncounted', sent: true, keys: Object.keys(ORDER_COLUMNS) }
      expect(streams).toMatchObject([{ status: 'succeeded', rowsWritten: 3, check }])
    },
  },
  'compares both sides': {
    title: 'can be compared with the source at any later time, row by row, without moving a row',
    async try(place) {
      const { connector, endpoint, context, destination } = place
      succeeded(await writeRows(place, orders(3)), 3)
      const altered = [order(1), order(2, 'altered'), order(4)]
      succeeded(await writeRows(place, altered, { stream: { target: copyOf(place) } }), 3)
      let difference: RowDifference | undefined
      const onEvent = (event: MoveEvent) => {
        if (event.kind === 'dry-run' && 'difference' in event.result) difference = event.result.difference
      }
      await verify({
        source: { connector, endpoint },
        destination: { connector, endpoint },
        streams: [{ entity: destination.target, target: copyOf(place), mode: 'replace', key: ['id'] }],
        context: context(),
        onEvent,
      })
      expect(difference).toEqual({ created: 1, changed: 1, removed: 1, unchanged: 1 })
      await nothingIsLeft(place)
    },
  },
} as const satisfies Readonly<Record<string, Case<WritablePlace>>>
