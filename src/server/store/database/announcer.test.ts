import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Announcement } from './announcement.ts'
import { ANNOUNCE_EVERY_MS, makeAnnouncer } from './announcer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const wakeUp = { channel: 'millrace_schedules', payload: '' }
const change = (number: number, channel = 'millrace_changes_1') => ({ channel, payload: `{"o":"org","i":${number}}` })

function anAnnouncer() {
  const sent: (readonly Announcement[])[] = []
  const errors: string[] = []
  let isAway = false
  const announcer = makeAnnouncer({
    send: async (messages) => {
      if (isAway) throw new Error('away')
      sent.push(messages)
    },
    onError: ({ message }) => void errors.push(message),
  })
  return { announcer, sent, errors, setAway: (away: boolean) => (isAway = away) }
}

it('tells the first at once, and what follows together, the same once', async () => {
  const { announcer, sent } = anAnnouncer()
  announcer.announce([change(1)])
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual([[{ channel: 'millrace_changes_1', payload: '[{"o":"org","i":1}]' }]])

  for (let number = 0; number < 50; number++)
    announcer.announce([change(number % 2), wakeUp, change(7, 'millrace_changes_2')])
  await vi.advanceTimersByTimeAsync(ANNOUNCE_EVERY_MS)
  expect(sent.slice(1)).toEqual([
    [
      { channel: 'millrace_changes_1', payload: '[{"o":"org","i":0},{"o":"org","i":1}]' },
      wakeUp,
      { channel: 'millrace_changes_2', payload: '[{"o":"org","i":7}]' },
    ],
  ])
  await vi.advanceTimersByTimeAsync(10 * ANNOUNCE_EVERY_MS)
  expect(sent).toHaveLength(2)
})

it('puts no more into a message than Postgres takes, and leaves nothing out', async () => {
  const { announcer, sent } = anAnnouncer()
  announcer.announce(Array.from({ length: 1_000 }, (_, number) => change(number)))
  await vi.advanceTimersByTimeAsync(0)
  const payloads = sent.flat().map(({ payload }) => payload)
  expect(Math.max(...payloads.map((payload) => Buffer.byteLength(payload)))).toBeLessThan(8_000)
  expect(payloads.flatMap((payload) => JSON.parse(payload))).toHaveLength(1_000)
})

it('tells it later when the store was away, and the rest before it ends', async () => {
  const { announcer, sent, errors, setAway } = anAnnouncer()
  setAway(true)
  announcer.announce([change(1)])
  await vi.advanceTimersByTimeAsync(0)
  expect(errors).toEqual(['away'])
  setAway(false)
  announcer.announce([change(2)])
  await vi.advanceTimersByTimeAsync(1_000)
  announcer.announce([change(3)])
  await announcer.close()
  expect(sent.flat().map(({ payload }) => payload)).toEqual([
    '[{"o":"org","i":1},{"o":"org","i":2}]',
    '[{"o":"org","i":3}]',
  ])
})
