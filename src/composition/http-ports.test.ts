import { expect, it } from 'vitest'

import type { OrganizationWatcher, RunEvents, StreamState } from '../core/runs/live/run-events.ts'
import { eventsOnUse, loadedOnce, loadedOnUse } from './http-ports.ts'

function aStream() {
  const watched: string[] = []
  const watch = (name: string) => {
    watched.push(name)
    return () => void watched.push(`${name} stopped`)
  }
  const events: RunEvents = {
    watchRun: (organizationId, runId) => watch(`${organizationId}/${runId}`),
    watchOrganization: (organizationId) => watch(organizationId),
  }
  return { events, watched }
}

const aWatcher = () => {
  const states: StreamState[] = []
  const watcher: OrganizationWatcher = { onEvent: () => undefined, onState: (state) => states.push(state) }
  return { watcher, states }
}

it('watches as soon as the code is there, and stops what was begun', async () => {
  const { events, watched } = aStream()
  const later = eventsOnUse(async () => events)
  const stop = later.watchRun('org-1', 'run-1', { onEvent: () => undefined })
  later.watchOrganization('org-1', aWatcher().watcher)
  await expect.poll(() => watched).toEqual(['org-1/run-1', 'org-1'])
  stop()
  expect(watched).toContain('org-1/run-1 stopped')
})

it('never begins what was stopped before', async () => {
  const { events, watched } = aStream()
  const loaded = Promise.resolve(events)
  const later = eventsOnUse(() => loaded)
  later.watchOrganization('org-1', aWatcher().watcher)()
  await loaded
  expect(watched).toEqual([])
})

it('says that there are no events if the code cannot be loaded, and tries again for the next watcher', async () => {
  const { events, watched } = aStream()
  let isOnline = false
  const later = eventsOnUse(
    loadedOnce(async () => {
      if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module')
      return events
    }),
  )
  const { watcher, states } = aWatcher()
  later.watchOrganization('org-1', watcher)
  await expect.poll(() => states).toEqual(['not-offered'])
  isOnline = true
  later.watchOrganization('org-1', watcher)
  await expect.poll(() => watched).toEqual(['org-1'])
})

class Counter {
  #count = 0
  async next(step: number): Promise<number> {
    this.#count += step
    return this.#count
  }
}

it('loads a port with its first call, and keeps it', async () => {
  let loads = 0
  let made: Promise<Counter> | undefined
  const counter = loadedOnUse(() => {
    made ??= Promise.resolve(new Counter()).finally(() => loads++)
    return made
  })
  expect(loads).toBe(0)
  expect(await counter.next(1)).toBe(1)
  expect(await counter.next(2)).toBe(3)
  expect(loads).toBe(1)
})

it('is no promise, so that it may be returned by what waits', async () => {
  const counter = await Promise.resolve(loadedOnUse(async () => new Counter()))
  expect(await counter.next(5)).toBe(5)
})
