import { expect, it } from 'vitest'

import { isSafeAddress } from './safe-address.ts'

it.each(['https://checkout.example/session?a=1', 'http://127.0.0.1:4000/sandbox', '/billing?done=1'])(
  'lets the browser go to %s',
  (address) => expect(isSafeAddress(address)).toBe(true),
)

it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/\\evil.example', '', 'https://a b', 'ftp://x'])(
  'keeps the browser from %j',
  (address) => expect(isSafeAddress(address)).toBe(false),
)
