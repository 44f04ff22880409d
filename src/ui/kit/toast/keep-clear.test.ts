import '../../../../test/support/browser-stand-ins.ts'

import { expect, it } from 'vitest'

import { keepClear, liftAbove } from './keep-clear.ts'

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

it.each([
  ['a button of the page', '<main><button>Save</button></main>', true],
  ['a button of a form', '<form><button>Save</button></form>', true],
  ['what floats over every page', '<div data-floating><button>Running flows: 3 of 300</button></div>', true],
  ['a button of each row', '<main><table><tbody><tr><td><button>More</button></td></tr></tbody></table></main>', false],
])('%s counts: %s', async (_, html, isLifted) => {
  document.body.innerHTML = `<section><p>Saved</p></section>${html}`
  const toasts = document.querySelector('section') as HTMLElement
  const placed = (element: Element | null, box: object) =>
    Object.assign(element ?? {}, { getBoundingClientRect: () => box as DOMRect })
  placed(toasts, notices)
  placed(document.querySelector('button'), button(840))
  const stop = keepClear(toasts)
  const lift = () => document.documentElement.style.getPropertyValue('--toasts-lift')
  try {
    dispatchEvent(new Event('resize'))
    await expect.poll(lift).not.toBe('')
    expect(lift() !== '0px').toBe(isLifted)
  } finally {
    stop()
    document.body.innerHTML = ''
  }
})
