import { expect, it } from 'vitest'

import { liftAbove } from './keep-clear.ts'

const notices = { left: 500, right: 900, top: 820, bottom: 880 }
const button = (top: number, left = 650) => ({ left, right: left + 100, top, bottom: top + 36 })

it('notices stay at the bottom where nothing is under them', () => {
  expect(liftAbove(notices, [])).toBe(0)
  expect(liftAbove(notices, [button(840, 100), button(300)])).toBe(0)
})

it('notices stand above the button that they would cover, and above the next one if they would cover that', () => {
  const lifted = (...tops: number[]) =>
    880 -
    liftAbove(
      notices,
      tops.map((top) => button(top)),
    )

  expect(lifted(840)).toBeLessThan(840)
  expect(lifted(840)).toBeGreaterThan(820)
  expect(lifted(840, 790)).toBeLessThan(790)
  expect(lifted(840, 700)).toBeGreaterThan(820)
})

it('where buttons are everywhere, notices stay where people expect them', () => {
  expect(
    liftAbove(
      notices,
      Array.from({ length: 20 }, (_, row) => button(row * 44)),
    ),
  ).toBe(0)
})
