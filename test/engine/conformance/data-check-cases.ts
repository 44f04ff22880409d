import { expect } from 'vitest'

import type { DataCheck } from '../../../src/core/catalog/checks/data-checks.ts'
import { inEnglish } from '../../../src/core/catalog/sentence.ts'
import type { MoveEvent } from '../../../src/engine/move/run/move-events.ts'
import type { FoundRows } from '../../../src/engine/ports/staged-query.ts'
import { says } from '../../support/says.ts'
import { writeRows } from './attempt.ts'
import type { Case, WritablePlace } from './case.ts'
import { nothingIsLeft, shown, succeeded } from './expectations.ts'
import { order, orders } from './orders.ts'

/** What a destination does with rows before readers see one. */
export const DATA_CHECK_CASES = {
  'checks rows': {
    title: 'checks the rows before readers see one, shows those that do not pass, and keeps the old rows',
    async try(place) {
      succeeded(await writeRows(place, orders(2)), 2)
      const found: FoundRows[] = []
      const onEvent = (event: MoveEvent) => event.kind === 'check-rows' && found.push(event.found)
      const rows = [order(3), order(4, null), order(5, 'note 3'), order(6, 'other'), order(7)]
      const checks: readonly DataCheck[] = [
        { id: 'filled', type: 'not_null', columns: ['note'] },
        { id: 'once', type: 'unique', columns: ['note'] },
        { id: 'known', type: 'accepted_values', column: 'note', values: ['note 3', "it's", 'note 7'] },
        { id: 'fresh', type: 'freshness', column: 'timestamp', hours: 1 },
        { id: 'many', type: 'row_count', rows: 7, percent: 10 },
        { id: 'own', type: 'sql', query: 'SELECT id FROM input WHERE id > 6;' },
        { id: 'fine', type: 'not_null', columns: ['id', 'timestamp'] },
      ]
      const { streams } = await writeRows(place, rows, { stream: { checks }, onEvent })
      expect(streams).toMatchObject([{ status: 'failed', rowsWritten: 0, error: { code: 'CHECK_FAILED' } }])
      expect(streams[0]?.dataChecks?.map(({ id, state, rows }) => [id, state, rows])).toEqual([
        ['filled', 'failed', 1],
        ['once', 'failed', 2],
        ['known', 'failed', 1],
        ['fresh', 'failed', undefined],
        ['many', 'failed', undefined],
        ['own', 'failed', 1],
        ['fine', 'passed', 0],
      ])
      expect(found.map(({ columns, rows }) => rows.map((row) => row[columns.indexOf('id')]).sort())).toEqual([
        ['4'],
        ['3', '5'],
        ['6'],
        ['7'],
      ])
      expect(await place.destination.orders()).toEqual(shown(1, 2))
      await nothingIsLeft(place)
    },
  },
  'warns of rows': {
    title: 'commits rows that do not pass a check which only warns, with a warning',
    async try(place) {
      const said: string[] = []
      const onEvent = (event: MoveEvent) => event.kind === 'log' && said.push(inEnglish(event.message))
      const checks: readonly DataCheck[] = [{ id: 'filled', type: 'not_null', columns: ['note'], severity: 'warn' }]
      const { streams } = await writeRows(place, [order(1), order(2, null)], { stream: { checks }, onEvent })
      expect(streams).toMatchObject([
        { status: 'succeeded', rowsWritten: 2, dataChecks: [{ state: 'warned', rows: 1 }] },
      ])
      expect(said).toContain('Rows without a value in note: 1.')
      expect((await place.destination.orders()).map(([id]) => id)).toEqual(['1', '2'])
      await nothingIsLeft(place)
    },
  },
  'refuses a broken check': {
    title: 'refuses a check with an error in its query or with unknown columns before any row is visible',
    async try(place) {
      const broken: readonly DataCheck[] = [{ id: 'own', type: 'sql', query: 'SELECT id FROM input WHERE amuont > 6' }]
      const { streams } = await writeRows(place, orders(2), { stream: { checks: broken } })
      expect(streams).toMatchObject([{ status: 'failed', error: { code: 'CHECK_NOT_EXECUTABLE', retryable: false } }])
      expect(streams[0]?.error?.message).toEqual(says(expect.stringContaining('amuont')))
      const missing: readonly DataCheck[] = [{ id: 'filled', type: 'not_null', columns: ['amuont'] }]
      const other = await writeRows(place, orders(2), { stream: { checks: missing } })
      expect(other.streams).toMatchObject([{ status: 'failed', error: { code: 'CHECK_COLUMN_MISSING' } }])
      expect(await place.destination.orders()).toEqual([])
      await nothingIsLeft(place)
    },
  },
} as const satisfies Readonly<Record<string, Case<WritablePlace>>>
