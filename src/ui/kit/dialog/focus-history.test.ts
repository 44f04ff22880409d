import '../../../../test/support/browser-stand-ins.ts'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { focusHistory, noteFocus, placeToReturn, watchFocus } from './focus-history.ts'

const add = (html: string): HTMLElement => {
  document.body.insertAdjacentHTML('beforeend', html)
  return document.body.lastElementChild as HTMLElement
}
const button = () => add('<button></button>')
const inMenu = () => add('<div role="menu"><button></button></div>').firstElementChild as HTMLElement

beforeEach(watchFocus)
afterEach(() => document.body.replaceChildren())

it('goes back to the button of a menu whose entry is gone', () => {
  const [more, entry] = [button(), inMenu()]
  more.focus()
  entry.focus()
  const before = focusHistory()
  entry.remove()
  expect(placeToReturn(before)).toBe(more)
})

it('goes back to the button that a menu gets in place of its first one, once it is there', () => {
  const [first, entry] = [button(), inMenu()]
  first.focus()
  first.remove()
  entry.focus()
  const before = focusHistory()
  entry.remove()
  const more = button()
  more.focus()
  add('<div role="dialog"><input></div>').querySelector('input')?.focus()
  expect(placeToReturn(before)).toBe(more)
})

it('goes back to the button that took the place of a first one, and never got the focus itself', () => {
  const [first, entry] = [button(), inMenu()]
  first.focus()
  first.remove()
  const more = button()
  noteFocus(more)
  entry.focus()
  const before = focusHistory()
  entry.remove()
  add('<div role="dialog"><input></div>').querySelector('input')?.focus()
  expect(placeToReturn(before)).toBe(more)
})

it('goes nowhere else when the button has gone with what was done', () => {
  const [other, removed] = [button(), button()]
  other.focus()
  removed.focus()
  const before = focusHistory()
  removed.remove()
  expect(placeToReturn(before)).toBeUndefined()
})
