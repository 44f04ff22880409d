import '../../../../test/support/browser-stand-ins.ts'

import { afterEach, expect, it, vi } from 'vitest'

import { copyToClipboard } from './copy-to-clipboard.ts'

const allow = (clipboard: object | undefined) =>
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })

/** What the older way of the browser copies. */
function olderWay(isAllowed: boolean) {
  const copied: string[] = []
  document.execCommand = vi.fn(() => {
    if (isAllowed) copied.push((document.activeElement as HTMLTextAreaElement).value)
    return isAllowed
  })
  return copied
}

afterEach(() => allow(undefined))

it('copies a text', async () => {
  const written: string[] = []
  allow({ writeText: async (text: string) => void written.push(text) })
  expect(await copyToClipboard('a link')).toBe(true)
  expect(written).toEqual(['a link'])
})

it.each([
  ['a page without https has no clipboard', undefined],
  ['the browser does not allow it', { writeText: () => Promise.reject(new Error('Write permission denied.')) }],
])('copies it another way where %s, and leaves the focus where it was', async (_, clipboard) => {
  allow(clipboard)
  const copied = olderWay(true)
  const button = document.body.appendChild(document.createElement('button'))
  button.focus()
  expect(await copyToClipboard('a link')).toBe(true)
  expect(copied).toEqual(['a link'])
  expect(document.activeElement).toBe(button)
  expect(document.querySelector('textarea')).toBeNull()
  button.remove()
})

it('says that nothing was copied where the browser refuses both', async () => {
  allow(undefined)
  olderWay(false)
  expect(await copyToClipboard('a link')).toBe(false)
})
