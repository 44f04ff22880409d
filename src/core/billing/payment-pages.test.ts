import { expect, it } from 'vitest'

import { isTrustedAddress } from './payment-pages.ts'

const ORIGIN = 'http://127.0.0.1:4000'

it.each(['https://checkout.stripe.com/c/pay', 'http://127.0.0.1:4000/sandbox/checkout', '/sandbox/portal'])(
  'follows %s',
  (address) => {
    expect(isTrustedAddress(address, ORIGIN)).toBe(true)
  },
)

it.each([
  'http://127.0.0.1:5000/',
  'http://pay.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example/',
  '/\\evil.example/',
  'http://127.0.0.1:4000.evil.example/',
  'http://127.0.0.1:4000@evil.example/',
  'https://',
])('does not follow %s', (address) => {
  expect(isTrustedAddress(address, ORIGIN)).toBe(false)
})
