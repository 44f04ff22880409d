import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { makeFlowPresence } from './flow-presence.ts'
import type { EventSink } from './server-sent-events.ts'

/** The database's notifications: every process hears what any announces. */
function aChannel() {
  const hearers = new Set<(payload: string | undefined) => void>()
  return {
    process: () =>
      makeFlowPresence({
        notifications: {
          listen: (_, listener) => {
            hearers.add(listener)
            return { ready: Promise.resolve(), end: () => void hearers.delete(listener) }
          },
        },
        announce: async ({ organizationId, flowId, processId, uids, asks }) => {
          const u = uids.map((uid) => ({ uid, name: uid }))
          for (const hear of hearers) hear(JSON.stringify([{ o: organizationId, f: flowId, p: processId, a: asks, u }]))
        },
      }),
    /** What a process has said that is not there any more. */
    hear: (told: object) => {
      for (const hear of hearers) hear(JSON.stringify([told]))
    },
  }
}

function aTab() {
  const closing = new AbortController()
  const lists: string[] = []
  const decoder = new TextDecoder()
  const sink: EventSink = {
    closed: closing.signal,
    send: (bytes) => {
      const { people } = JSON.parse(/^data: (.*)$/m.exec(decoder.decode(bytes))?.[1] ?? '')
      lists.push(people.map(({ uid }: { uid: string }) => uid).join(' '))
    },
  }
  return { sink, lists, close: () => closing.abort() }
}

/** A process asks and tells when it listens. */
const listening = () => vi.advanceTimersByTimeAsync(0)

const flow = { organizationId: 'org-1', flowId: 'flow-1' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('tells everybody who has a flow open who else has, at whichever process, and nobody else', async () => {
  const channel = aChannel()
  const [one, other] = [channel.process(), channel.process()]
  const [ada, bob, elsewhere] = [aTab(), aTab(), aTab()]
  one.enter(flow, { uid: 'ada', sink: ada.sink })
  other.enter({ ...flow, organizationId: 'org-2' }, { uid: 'eve', sink: elsewhere.sink })
  other.enter(flow, { uid: 'bob', sink: bob.sink })
  await listening()
  expect(ada.lists.at(-1)).toBe('ada bob')
  expect(bob.lists.at(-1)).toBe('ada bob')
  expect(elsewhere.lists).toEqual(['eve'])

  bob.close()
  expect(ada.lists.at(-1)).toBe('ada')
})

it('takes several tabs of a person for one, who leaves with the last of them', async () => {
  const presence = aChannel().process()
  const [ada, first, second] = [aTab(), aTab(), aTab()]
  presence.enter(flow, { uid: 'ada', sink: ada.sink })
  await listening()
  presence.enter(flow, { uid: 'bob', sink: first.sink })
  presence.enter(flow, { uid: 'bob', sink: second.sink })
  await listening()
  first.close()
  expect(ada.lists).toEqual(['ada', 'ada bob'])
  second.close()
  expect(ada.lists.at(-1)).toBe('ada')
})

it('forgets within 30 seconds who was at a process that died', async () => {
  const channel = aChannel()
  const ada = aTab()
  channel.process().enter(flow, { uid: 'ada', sink: ada.sink })
  await listening()
  channel.hear({ o: 'org-1', f: 'flow-1', p: 'dead', a: false, u: [{ uid: 'bob', name: 'Bob' }] })
  expect(ada.lists.at(-1)).toBe('ada bob')
  vi.advanceTimersByTime(30_000)
  expect(ada.lists.at(-1)).toBe('ada')
  ada.close()
})
