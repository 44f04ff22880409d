import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { ToastStore } from './toast-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const saved = { type: 'positive', code: 'profile.updated' } as const
const failed = { type: 'negative', code: 'connection.add.failed' } as const

it('shows a notice for five seconds', () => {
  const toasts = new ToastStore()
  toasts.show(saved)

  vi.advanceTimersByTime(4_999)
  expect(toasts.get().map(({ notice }) => notice)).toEqual([saved])
  vi.advanceTimersByTime(1)

  expect(toasts.get()).toEqual([])
})

it('shows a notice until somebody could see it: not behind another tab', () => {
  const toasts = new ToastStore()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  toasts.show(saved)
  vi.advanceTimersByTime(60_000)
  expect(toasts.get()).toHaveLength(1)

  hidden.mockRestore()
  vi.advanceTimersByTime(5_000)
  expect(toasts.get()).toEqual([])
})

it('says the same thing once, with its time begun anew', () => {
  const toasts = new ToastStore()
  toasts.show(failed)
  vi.advanceTimersByTime(4_000)
  toasts.show({ ...failed, detail: 'again' })
  vi.advanceTimersByTime(4_000)

  expect(toasts.get().map(({ notice }) => notice.detail)).toEqual(['again'])
})

it('is not raised a second time when two parts of a page fail for the same reason', () => {
  const toasts = new ToastStore()
  toasts.show(failed)
  const [first] = toasts.get()
  vi.advanceTimersByTime(1_500)
  toasts.show({ ...failed })
  expect(toasts.get()).toEqual([first])

  vi.advanceTimersByTime(4_900)
  expect(toasts.get()).toEqual([first])
  toasts.show({ type: 'negative', code: 'http.error', values: { status: 404 } })
  toasts.show({ type: 'negative', code: 'http.error', values: { status: 500 } })

  expect(toasts.get().map(({ notice }) => 'values' in notice && notice.values)).toEqual([false, { status: 500 }])
})

it('stays while somebody reads it', () => {
  const toasts = new ToastStore()
  toasts.show(saved)
  const id = toasts.get()[0]?.id ?? 0

  toasts.hold(id)
  vi.advanceTimersByTime(60_000)
  expect(toasts.get()).toHaveLength(1)
  toasts.release(id)
  vi.advanceTimersByTime(5_000)

  expect(toasts.get()).toEqual([])
})

it('keeps what is ongoing until it is dismissed', () => {
  const toasts = new ToastStore()
  toasts.show({ type: 'ongoing', text: 'Working' })
  vi.advanceTimersByTime(60_000)
  expect(toasts.get()).toHaveLength(1)

  toasts.dismiss(toasts.get()[0]?.id ?? 0)

  expect(toasts.get()).toEqual([])
})
