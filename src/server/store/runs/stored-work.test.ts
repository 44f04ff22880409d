import { describe, expect, it } from 'vitest'

import type { RunKind } from '../../../core/catalog/runs/run-kinds.ts'
import type { WorkOf } from './run-work.ts'
import { storedWork, workOf } from './stored-work.ts'

const parts = [{ entity: 'orders', from: '2026-01-01' }]
const differing = { orders: { order: 'hash' as const, ranges: [['5', 3]] as const } }

/** Each kind, and what version 0.1.0 finds in its row. */
const KINDS: { readonly [Kind in RunKind]: readonly [work: WorkOf<Kind>, stored: object] } = {
  move: [{ kind: 'move', only: ['orders'] }, { only: ['orders'] }],
  'dry-run': [
    { kind: 'dry-run', parts, only: ['orders'] },
    { dry: true, backfill: parts, only: ['orders'] },
  ],
  compare: [{ kind: 'compare' }, { dry: true, verify: true }],
  backfill: [
    { kind: 'backfill', parts, only: ['orders'] },
    { backfill: parts, only: ['orders'] },
  ],
  replay: [
    { kind: 'replay', of: 'run', mends: { entity: 'orders', widened: ['note'] } },
    { replayOf: 'run', replay: { entity: 'orders', widened: ['note'] } },
  ],
  'send-differing': [
    { kind: 'send-differing', differing },
    { differing, only: ['orders'] },
  ],
  'after-rows': [{ kind: 'after-rows' }, { sqlAfterOnly: true, only: [] }],
}

describe('the work of a run', () => {
  it.each(Object.values(KINDS))('is stored as version 0.1.0 reads it, and read again: $kind', (work, stored) => {
    expect(storedWork(work)).toEqual(stored)
    expect(workOf(stored)).toEqual(work)
  })

  it('keeps the file of a dry run, and nothing else of its flow', () => {
    const draft = { file: 'orders.yaml', isNew: true, flow: { name: 'Orders' } }
    const stored = storedWork({ kind: 'dry-run', draft })
    expect(stored).toEqual({ dry: true, draft: { file: 'orders.yaml', isNew: true } })
  })

  it('is a move of everything, or a replay of all rows, in rows that say no more', () => {
    expect(workOf({})).toEqual({ kind: 'move' })
    expect(workOf({ replayOf: 'run' })).toEqual({ kind: 'replay', of: 'run' })
  })
})
