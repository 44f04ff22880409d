import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { StartRun } from '../../domain/runs/start-run.ts'
import type { Database, Query } from '../../store/database/database.ts'
import type { ClaimedMirror } from '../../store/mirrors/mirror-leases.ts'
import { MirrorCopies } from './mirror-copies.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

/** Copies of a mirror whose runs end at once with this status. */
function copiesOf(status: 'succeeded' | 'failed') {
  const started: (readonly string[] | undefined)[] = []
  const startRun: StartRun = async ({ work }) => {
    started.push(work?.kind === 'move' ? work.only : undefined)
    return { id: `run-${started.length}` } as Awaited<ReturnType<StartRun>>
  }
  const query = (async (sql: string) =>
    sql.includes("'queued', 'running'") ? [] : [{ status, flow_snapshot: { streams: [] } }]) as Query
  const database = { asSystem: (work: (query: Query) => unknown) => work(query) } as unknown as Database
  const mirror = { flow_id: 'flow-1', organization_id: 'org-1' } as ClaimedMirror
  return { started, copies: new MirrorCopies({ database, startRun }, mirror) }
}

it('a busy mirror has a minute to notice a copy that has arrived: it is not copied twice', async () => {
  const { started, copies } = copiesOf('succeeded')
  for (let second = 0; second < 50; second += 1) {
    await copies.look(['public.orders'])
    vi.advanceTimersByTime(1_000)
  }
  await copies.look([])

  expect(started).toEqual([['public.orders']])
})

it('a mirror that notices its copies one after the other has a minute for each: none is copied twice', async () => {
  const { started, copies } = copiesOf('succeeded')
  const tables = ['public.a', 'public.b', 'public.c', 'public.d']
  for (const at of tables.keys()) {
    for (let second = 0; second < 40; second += 1) {
      await copies.look(tables.slice(at))
      vi.advanceTimersByTime(1_000)
    }
  }

  expect(started).toHaveLength(1)
})

it('a copy that has failed is tried again after half a minute', async () => {
  const { started, copies } = copiesOf('failed')
  for (let second = 0; second < 50; second += 1) {
    await copies.look(['public.orders'])
    vi.advanceTimersByTime(1_000)
  }

  expect(started).toHaveLength(2)
})
