import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { whileVisible } from './follow-organization.ts'

let visibility: DocumentVisibilityState
let opened: number
let closed: number

beforeEach(() => {
  vi.useFakeTimers()
  visibility = 'visible'
  opened = 0
  closed = 0
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility })
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(document, 'visibilityState')
})

const start = () =>
  whileVisible(() => {
    opened++
    return () => void closed++
  })
const become = (next: DocumentVisibilityState) => {
  visibility = next
  document.dispatchEvent(new Event('visibilitychange'))
}

it('a tab that is hidden for long lets go, and comes back when it is looked at again', () => {
  const end = start()
  become('hidden')
  vi.advanceTimersByTime(60_000)
  expect([opened, closed]).toEqual([1, 1])
  become('visible')
  expect([opened, closed]).toEqual([2, 1])
  end()
  expect(closed).toBe(2)
})

it('a short look elsewhere interrupts nothing', () => {
  const end = start()
  become('hidden')
  vi.advanceTimersByTime(59_000)
  become('visible')
  vi.advanceTimersByTime(120_000)
  expect([opened, closed]).toEqual([1, 0])
  end()
  become('hidden')
  become('visible')
  expect([opened, closed]).toEqual([1, 1])
})
