import { expect } from 'vitest'

import { counted, estimated } from '../../../src/core/catalog/estimates/figure.ts'
import type { MoveEvent } from '../../../src/engine/move/run/move-events.ts'
import type { DryRunResult } from '../../../src/engine/ports/dry-run.ts'
import { writeRows } from './attempt.ts'
import type { Case, WritablePlace } from './case.ts'
import { firstMode, nothingIsLeft, succeeded } from './expectations.ts'
import { order, orders } from './orders.ts'

/** What is known of a run before it: its price, and what it would change. */
export const FORESIGHT_CASES = {
  'tells the price of writing': {
    title: 'estimates what a run would cost there, and how sure each figure is',
    async try(place) {
      const { connector, endpoint, context, destination } = place
      const opened = await connector.openDestination?.(endpoint, context())
      const told = await opened?.estimate?.([
        {
          target: opened.nameOf(destination.target),
          mode: firstMode(place),
          rows: counted(2_000),
          bytes: estimated(100_000),
          columns: counted(4),
          isIncremental: false,
          sumsValues: false,
        },
      ])
      await opened?.close()
      expect(Object.values(told?.figures ?? {}).filter(({ amount }) => amount !== undefined)).not.toEqual([])
      expect(await destination.orders()).toEqual([])
    },
  },
  'shows what would change': {
    title: 'a dry run shows which rows would be added and removed, or the message, and changes nothing',
    async try(place) {
      succeeded(await writeRows(place, orders(3)), 3)
      const before = await place.destination.orders()
      let told: DryRunResult | undefined
      const onEvent = (event: MoveEvent) => {
        if (event.kind === 'dry-run') told = event.result
      }
      await writeRows(place, [order(1), order(2, 'other'), order(4)], { dry: true, onEvent })
      if (told && 'message' in told) expect(told.message.attachment.bytes).toBeGreaterThan(0)
      else {
        const { created = 0, removed, unchanged = 0 } = told?.difference ?? {}
        if (firstMode(place) === 'replace')
          expect({ created, removed, unchanged }).toEqual({ created: 2, removed: 2, unchanged: 1 })
        // A system that knows what it has already been sent counts it as known.
        else
          expect({ removed, rows: created + unchanged, isOrderNew: created >= 2 }).toEqual({
            removed: 0,
            rows: 3,
            isOrderNew: true,
          })
        expect(told?.sample.length).toBeGreaterThanOrEqual(2)
      }
      expect(await place.destination.orders()).toEqual(before)
      await nothingIsLeft(place)
    },
  },
} as const satisfies Readonly<Record<string, Case<WritablePlace>>>
