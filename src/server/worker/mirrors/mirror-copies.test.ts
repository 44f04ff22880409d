import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { StartRun } from '../../domain/runs/start-run.ts'
import type { Database, Query } from '../../store/database/database.ts'
import type { ClaimedMirror } from '../../store/mirrors/mirror-leases.ts'
import { MirrorCopies } from './mirror-copies.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

/** Copies of a mirror whose runs end at once with this status. */
function copiesOf(status: 'succeeded' | 'failed', errors: Readonly<Record<string, string>> = {}) {
  const givenUp: string[] = []
  const giveUp = (entity: string, { code }: { readonly code: string }) => {
    givenUp.push(`${entity} ${code}`)
  }
  const streams = Object.entries(errors).map(([entity, code]) => ({ entity, error: { code, message: 'It failed.' } }))
  const started: (readonly string[] | undefined)[] = []
  const startRun: StartRun = async ({ work }) => {
    started.push(work?.kind === 'move' ? work.only : undefined)
    return { id: `run-${started.length}` } as Awaited<ReturnType<StartRun>>
  }
  const query = (async (sql: string) =>
    sql.includes("'queued', 'running'") ? [] : [{ status, streams, flow_snapshot: { streams: [] } }]) as Query
  const database = { asSystem: (work: (query: Query) => unknown) => work(query) } as unknown as Database
  const mirror = { flow_id: 'flow-1', organization_id: 'org-1' } as ClaimedMirror
  return { started, givenUp, copies: new MirrorCopies({ database, startRun, giveUp }, mirror) }
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

it('a copy that no repeat mends is given up, and the others are tried again', async () => {
  const errors = { 'public.a': 'CONSTRAINT', 'public.b': 'CONNECTION_LOST', 'public.c': 'ENTITY_NOT_FOUND' }
  const { started, givenUp, copies } = copiesOf('failed', errors)
  const tables = Object.keys(errors)
  for (let second = 0; second < 50; second += 1) {
    // The mirror may need a while to store it.
    await copies.look(givenUp.length > 0 && second > 20 ? tables.slice(1) : tables)
    vi.advanceTimersByTime(1_000)
  }

  expect(givenUp).toEqual(['public.a CONSTRAINT'])
  expect(started).toEqual([tables, tables.slice(1)])
})

it('a table that was given up is copied at once when a person resumes it', async () => {
  const { started, copies } = copiesOf('failed', { 'public.a': 'VALUE_NOT_TEXT' })
  for (let second = 0; second < 10; second += 1) {
    await copies.look(['public.a'])
    vi.advanceTimersByTime(1_000)
  }
  await copies.look([])
  await copies.look(['public.a'])

  expect(started).toHaveLength(2)
})

it('a table whose copy ends every worker is found among the others, and given up', async () => {
  const { started, givenUp, copies } = copiesOf('failed', { 'public.a': 'WORKER_LOST', 'public.b': 'WORKER_LOST' })
  for (let second = 0; second < 600; second += 1) {
    const isAlone = started.at(-1)?.join() === 'public.b'
    await copies.look([...(givenUp.length > 0 ? [] : ['public.a']), ...(isAlone ? [] : ['public.b'])])
    vi.advanceTimersByTime(1_000)
  }

  expect(givenUp).toEqual(['public.a WORKER_LOST'])
  expect(started).toEqual([['public.a', 'public.b'], ['public.a'], ['public.b']])
})
