import { expect, it } from 'vitest'
import { parseDocument } from 'yaml'

import { mergeDocument } from './merge-document.ts'

function merged(text: string, next: object): string {
  const source = parseDocument(text)
  mergeDocument(source, next)
  return source.toString({ lineWidth: 0 })
}

it('keeps comments, the order of keys and the notation of what is equal', () => {
  const text = `# Ours.
name: "Orders" # quoted
kind: flow

streams:
  # The large one.
  - { entity: b, mode: append }
  - entity: a # small
    mode: replace
`
  const next = {
    kind: 'flow',
    name: 'Orders',
    streams: [
      { entity: 'a', mode: 'append' },
      { entity: 'b', mode: 'append' },
      { entity: 'c', mode: 'replace' },
    ],
  }
  expect(merged(text, next)).toBe(`# Ours.
name: "Orders" # quoted
kind: flow

streams:
  - entity: a # small
    mode: append
  # The large one.
  - { entity: b, mode: append }
  - entity: c
    mode: replace
`)
})

it('removes what is gone, adds what is new behind what it follows, and keeps a person’s reference to a secret', () => {
  const text = 'kind: connection\nname: Shop\nold: 1\ncredentials:\n  password: file:/run/secret\n'
  const next = {
    kind: 'connection',
    id: 'x',
    name: 'Shop',
    credentials: { password: 'env:MILLRACE_SHOP_PASSWORD', port: 1 },
  }
  expect(merged(text, next)).toBe(
    'kind: connection\nid: x\nname: Shop\ncredentials:\n  password: file:/run/secret\n  port: 1\n',
  )
})

it('takes lists of texts item by item, and another kind of value as it is', () => {
  const text = 'key:\n  - b # second\n  - a\nafter: x\n'
  expect(merged(text, { key: ['a', 'b', 'c'], after: { flows: ['A'] } })).toBe(
    'key:\n  - a\n  - b # second\n  - c\nafter:\n  flows:\n    - A\n',
  )
})

it('replaces what an alias stood for where that has changed, and nowhere else', () => {
  const text = 'one: &keys [id]\ntwo: *keys\nthree: *keys\n'
  expect(merged(text, { one: ['id'], two: ['id'], three: ['id', 'at'] })).toBe(
    'one: &keys [ id ]\ntwo: *keys\nthree:\n  - id\n  - at\n',
  )
})
