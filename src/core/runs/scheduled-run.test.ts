import { describe, expect, it } from 'vitest'

import type { Run } from './run.ts'
import { isSkipped, latenessOf } from './scheduled-run.ts'

const run: Run = { id: 'run-1', kind: 'move', flowId: 'flow-1', status: 'succeeded', streams: [] }

describe('a scheduled run', () => {
  it('is late from a minute on', () => {
    const scheduledFor = '2026-01-01T06:00:00Z'
    expect(latenessOf({ ...run, scheduledFor, queuedAt: '2026-01-01T09:00:00Z' })).toBe(3 * 3_600_000)
    expect(latenessOf({ ...run, scheduledFor, queuedAt: '2026-01-01T06:01:00Z' })).toBeUndefined()
    expect(latenessOf({ ...run, scheduledFor })).toBeUndefined()
    expect(latenessOf({ ...run, queuedAt: scheduledFor })).toBeUndefined()
  })

  it('was skipped where it says so', () => {
    const error = { code: 'RUN_SKIPPED', message: 'This run was skipped.' }
    expect(isSkipped({ ...run, status: 'cancelled', error })).toBe(true)
    expect(isSkipped({ ...run, status: 'cancelled' })).toBe(false)
  })
})
