import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { formatEmailAddress, parseEmailAddress } from './email-address.ts'

describe('an address', () => {
  it.each([
    ['ada@example.com', { email: 'ada@example.com' }],
    ['  Ada Lovelace <ada+mail@example.co.uk> ', { email: 'ada+mail@example.co.uk', name: 'Ada Lovelace' }],
    ['<ada@example.com>', { email: 'ada@example.com' }],
    ["o'brien@münchen.example", { email: "o'brien@xn--mnchen-3ya.example" }],
  ])('is read: %j', (text, expected) => {
    expect(parseEmailAddress(text)).toEqual(expected)
  })

  it.each([
    'ada',
    '@example.com',
    'ada@',
    'ada@example',
    'ada@-example.com',
    'ada.@example.com',
    'a b@example.com',
    'ada@example.com>',
    'a@b.example <c@d.example>',
    'Ada, Grace <ada@example.com>',
    '"Ada" <ada@example.com>',
    'Ada\n <ada@example.com>',
    'ada@example.com\r\nBcc:eve@evil.test',
    `${'x'.repeat(65)}@example.com`,
    `ada@${'x.'.repeat(130)}com`,
  ])('is refused where it could be more than one, or none: %j', (text) => {
    expect(parseEmailAddress(text)).toBeUndefined()
  })

  it('never carries what ends a header or begins another address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 20 }), (name, local) => {
        const address = parseEmailAddress(`${name} <${local}@example.com>`)
        if (address) expect(formatEmailAddress(address)).toMatch(/^[^\p{Cc},;"\\]*$/u)
      }),
    )
  })
})
