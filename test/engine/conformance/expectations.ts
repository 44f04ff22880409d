import { expect } from 'vitest'

import { modesOf, type RunMode } from '../../../src/core/catalog/connections/connection-types.ts'
import type { MoveResult } from '../../../src/engine/move/run/move-request.ts'
import type { Place } from './harness.ts'

export const succeeded = ({ streams }: MoveResult, rows: number) =>
  expect(streams).toMatchObject([{ status: 'succeeded', rowsWritten: rows }])

/** Orders as they are seen in the destination. */
export const shown = (...ids: readonly number[]) => ids.map((id) => [String(id), `note ${id}`])

export const nothingIsLeft = ({ leftovers = async () => [] }: Place) =>
  expect.poll(leftovers, { timeout: 20_000 }).toEqual([])

/** As rows are put in where others stand already: in place of them, or after them. */
export const firstMode = ({ connector }: Place): RunMode => modesOf(connector.type)[0] ?? 'append'
