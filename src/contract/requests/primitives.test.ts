import { expect, it } from 'vitest'

import { displayName } from './primitives.ts'

const reasonFor = (name: string) => displayName.safeParse(name).error?.issues[0]?.message

it.each(['Orders', ' Ada’s 👩‍💻 flows ', 'طلبات', '注文', 'a\u200bb'])('a name may be %j', (name) => {
  expect(displayName.parse(name)).toBe(name.trim())
})

it.each([
  ['', 'Name is required'],
  ['\u200b\u2060', 'Name is required'],
  ['\u3164', 'Name is required'],
  ['a\nb', 'Name must be on one line'],
  ['a\u2028b', 'Name must be on one line'],
  ['a\u0085b', 'Name must be on one line'],
  ['invoice\u202efdp.exe', 'Name must not have marks that turn text around'],
  ['\u2067a', 'Name must not have marks that turn text around'],
])('a name may not be %j: %s', (name, reason) => {
  expect(reasonFor(name)).toBe(reason)
})
