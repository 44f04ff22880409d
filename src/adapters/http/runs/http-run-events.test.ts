import { beforeEach, describe, expect, it } from 'vitest'

import type { OrganizationEvent, OrganizationWatcher, StreamState } from '../../../core/runs/live/run-events.ts'
import { ManualClock } from '../../memory/manual-clock.ts'
import { MemoryIdentity, memoryUser } from '../../memory/memory-identity.ts'
import { HttpRunEvents } from './http-run-events.ts'

const row = { id: 'run-1', flow_id: 'flow-1', status: 'running', streams: [] }
const run = { id: 'run-1', kind: 'move', flowId: 'flow-1', status: 'running', streams: [] }

let asked: Headers[]
let answers: ((signal?: AbortSignal) => Response | Promise<Response>)[]
let identity: MemoryIdentity
let clock: ManualClock
let events: OrganizationEvent[]
let states: StreamState[]
let watcher: OrganizationWatcher

beforeEach(() => {
  asked = []
  answers = []
  identity = new MemoryIdentity(memoryUser('ada@example.com'))
  clock = new ManualClock()
  events = []
  states = []
  watcher = { onEvent: (event) => events.push(event), onState: (state) => states.push(state) }
})

const runEvents = (silentMs?: number) =>
  new HttpRunEvents({
    baseUrl: 'https://api.test',
    ...(silentMs !== undefined && { silentMs }),
    identity,
    clock,
    // The last answer stays open, like a stream without events.
    fetch: async (_, init) => {
      asked.push(new Headers(init?.headers))
      const signal = init?.signal ?? undefined
      return (answers.shift() ?? open(''))(signal)
    },
  })
const stream = (text: string) => () => new Response(text, { headers: { 'content-type': 'text/event-stream' } })
const open = (text: string) => (signal?: AbortSignal) =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(text))
        signal?.addEventListener('abort', () => controller.error(signal.reason))
      },
    }),
  )
const event = (name: string, data: unknown, id?: number) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

describe('watching runs', () => {
  it('carries the token and hands on runs and log lines', async () => {
    const line = { id: 4, at: 'now', level: 'info', message: 'Reading' }
    answers = [
      stream(`retry: 1000\n\n: still here\n\n${event('hello', {})}${event('run', row)}${event('log', line, 4)}`),
    ]
    const stop = runEvents().watchRun('org-1', 'run-1', watcher)
    await expect.poll(() => asked.length).toBe(2)
    stop()

    expect(events).toEqual([
      { type: 'run', run },
      { type: 'log', runId: 'run-1', line },
    ])
    expect(asked[0]?.get('authorization')).toBe('Bearer uid-of-ada@example.com-token-0')
    expect(asked[0]?.get('last-event-id')).toBeNull()
  })

  it('takes a lost stream up again after the last event seen', async () => {
    answers = [
      stream(event('run', row, 41)),
      stream(event('log', { id: 42, at: 'n', level: 'info', message: 'm', run_id: 'run-9' }, 42)),
    ]
    const stop = runEvents().watchOrganization('org-1', watcher)
    await expect.poll(() => asked.length).toBe(3)
    stop()
    stop()

    expect(asked.map((headers) => headers.get('last-event-id'))).toEqual([null, '41', '42'])
    expect(events[1]).toMatchObject({ type: 'log', runId: 'run-9' })
    expect(states).toEqual([
      'connecting',
      'open',
      'waiting',
      'connecting',
      'open',
      'waiting',
      'connecting',
      'open',
      'closed',
    ])
  })

  it('takes a connection for lost that does not answer, or on which nothing has been heard for a while, and no other', async () => {
    const silent = (signal?: AbortSignal) =>
      new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    answers = [silent]
    const stop = runEvents(40).watchOrganization('org-1', watcher)
    await expect.poll(() => asked.length).toBeGreaterThan(2)
    stop()
    expect(states.slice(0, 6)).toEqual(['connecting', 'waiting', 'connecting', 'open', 'waiting', 'connecting'])

    asked = []
    const pings = (signal?: AbortSignal) =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            const ping = setInterval(() => controller.enqueue(new TextEncoder().encode(': still here\n\n')), 20)
            signal?.addEventListener('abort', () => clearInterval(ping))
          },
        }),
      )
    answers = [pings]
    const end = runEvents(200).watchOrganization('org-1', watcher)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(asked).toHaveLength(1)
    end()
  })

  it('waits longer and longer for a server that is away, at most half a minute', async () => {
    answers = Array(9).fill(() => Promise.reject(new TypeError('Failed to fetch')))
    answers[3] = () => new Response('', { status: 500 })
    const stop = runEvents().watchOrganization('org-1', watcher)
    await expect.poll(() => asked.length).toBe(10)
    stop()

    const longest = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]
    expect(
      clock.slept.map((slept, index) => slept <= (longest[index] ?? 0) && slept >= (longest[index] ?? 0) / 2),
    ).toEqual(Array(9).fill(true))
  })

  it('renews a refused token once', async () => {
    answers = [() => new Response('', { status: 401 }), () => new Response('', { status: 401 })]
    runEvents().watchOrganization('org-1', watcher)
    await expect.poll(() => states.at(-1)).toBe('closed')

    expect(asked.map((headers) => headers.get('authorization'))).toEqual([
      'Bearer uid-of-ada@example.com-token-0',
      'Bearer uid-of-ada@example.com-token-1',
    ])
  })

  it.each([
    ['not-offered', 404],
    ['not-offered', 501],
    ['closed', 403],
  ] as const)('is %s, for good, after a %d', async (state, status) => {
    answers = [() => new Response('', { status })]
    runEvents().watchOrganization('org-1', watcher)

    await expect.poll(() => states).toEqual(['connecting', state])
    expect(clock.slept).toEqual([])
  })

  it('ends when the run has ended', async () => {
    answers = [stream(event('run', { ...row, status: 'succeeded', finished_at: 'now' }))]
    runEvents().watchRun('org-1', 'run-1', watcher)

    await expect.poll(() => states).toEqual(['connecting', 'open', 'closed'])
  })

  it('does not begin for nobody', async () => {
    identity.settle(null)
    runEvents().watchOrganization('org-1', watcher)

    await expect.poll(() => states).toEqual(['connecting', 'closed'])
    expect(asked).toEqual([])
  })

  it('goes on when the sign-in service is away', async () => {
    const { tokens } = identity
    identity.tokens = async () => {
      identity.tokens = tokens
      return { ok: false, failure: { kind: 'network' } }
    }
    const stop = runEvents().watchOrganization('org-1', { onEvent: watcher.onEvent })
    await expect.poll(() => asked.length).toBe(1)
    stop()
  })

  it('lets pass what it cannot read', async () => {
    const unreadable = 'event: run\ndata: {\n\n'
    answers = [
      stream(
        `${unreadable}${event('run', { id: 1 })}${event('log', { id: 1 })}${event('log', { id: 4, at: 'n', level: 'i', message: 'm' })}${event('run', row)}`,
      ),
    ]
    const stop = runEvents().watchOrganization('org-1', watcher)
    await expect.poll(() => asked.length).toBe(2)
    stop()

    expect(events).toEqual([{ type: 'run', run }])
  })

  it('goes on where it stopped when somebody watches the organization again', async () => {
    answers = [() => open(event('run', row, 41))()]
    const runs = runEvents()
    const stop = runs.watchOrganization('org-1', watcher)
    await expect.poll(() => events.length).toBe(1)
    stop()
    runs.watchOrganization('org-1', watcher)()
    runs.watchOrganization('org-2', watcher)()
    await expect.poll(() => asked.length).toBe(3)

    expect(asked.map((headers) => headers.get('last-event-id'))).toEqual([null, '41', null])
  })

  it('tells what else has changed, by kind and id, and when too much was missed', async () => {
    const changes = [{ kind: 'flow', id: 'flow-1' }, { kind: 'organization' }, { kind: 'weather' }, {}]
    answers = [stream(`${changes.map((change) => event('change', change)).join('')}${event('stale', {}, 7)}`)]
    const stop = runEvents().watchOrganization('org-1', watcher)
    await expect.poll(() => asked.length).toBe(2)
    stop()

    expect(events).toEqual([
      { type: 'change', kind: 'flow', id: 'flow-1' },
      { type: 'change', kind: 'organization' },
      { type: 'stale' },
    ])
  })

  it('says nothing more once stopped', async () => {
    const stop = runEvents().watchOrganization('org-1', watcher)
    stop()
    await expect.poll(() => asked.length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 10))

    expect(states).toEqual(['connecting', 'closed'])
  })
})
