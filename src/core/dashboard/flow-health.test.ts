import { expect, it } from 'vitest'
import { aFlow } from '../../../test/support/builders.ts'
import type { RunStatus } from '../catalog/runs/run-states.ts'
import { flowHealth } from './flow-health.ts'

const ran = (status: RunStatus, finishedAt = '2026-01-01T10:00:00Z') => ({
  lastRun: { id: status, status, finishedAt },
})

it('counts flows that are fresh, failed, partly succeeded or late, each once, and none that never ran', () => {
  const late = { lateSince: '2026-01-01T09:00:00Z' }
  const flows = [
    aFlow(ran('succeeded')),
    aFlow(ran('running')),
    aFlow(ran('failed')),
    aFlow({ ...ran('failed', '2026-01-01T11:00:00Z'), ...late }),
    aFlow(ran('partially_succeeded')),
    aFlow({ ...ran('succeeded'), ...late }),
    aFlow({}),
    aFlow({ mirror: { wanted: 'on', state: 'following' }, ...ran('failed') }),
    aFlow({ mirror: { wanted: 'on', state: 'failing' } }),
    aFlow({ mirror: { wanted: 'on', state: 'following', pausedTables: 2 } }),
    aFlow({ mirror: { wanted: 'paused', state: 'paused' } }),
  ]

  expect(flowHealth(flows)).toEqual({
    all: 9,
    fresh: 3,
    failed: 2,
    partlySucceeded: 1,
    late: 3,
    failedAt: '2026-01-01T11:00:00Z',
  })
})
