import { describe, expect, it } from 'vitest'

import { LOOPBACK_NAMES, makeHostGuard } from './host-guard.ts'

const guard = makeHostGuard({ names: LOOPBACK_NAMES, hosts: ['Millrace.example.com'] })
const ask = (headers: Record<string, string>, port = 4000) => guard(new Request('http://x/', { headers }), port)?.code

describe('a call is answered', () => {
  it.each(['localhost:4000', '127.0.0.1:4000', '[::1]:4000', 'LOCALHOST:4000', 'millrace.example.com'])(
    'by the name %s',
    (host) => expect(ask({ host })).toBeUndefined(),
  )
  it('without a port in the name on port 80', () => expect(ask({ host: 'localhost' }, 80)).toBeUndefined())
  it.each(['http://127.0.0.1:4000', 'http://localhost:4000', 'https://millrace.example.com'])(
    'from a page at %s',
    (origin) => expect(ask({ host: 'localhost:4000', origin })).toBeUndefined(),
  )
})

describe('a call is refused', () => {
  it.each([
    'evil.example',
    'evil.example:4000',
    'localhost',
    'localhost:4001',
    'localhost.:4000',
    'localhost.evil.example:4000',
    '127.0.0.1.evil.example:4000',
    'millrace.example.com:8080',
    'xmillrace.example.com',
    '',
  ])('by the name %j', (host) => expect(ask({ host })).toBe('HOST_REFUSED'))

  it.each([
    'https://evil.example',
    'null',
    '',
    'http://localhost:4001',
    'http://localhost',
    'http://localhost:4000.evil.example',
    'ftp://localhost:4000',
    'chrome-extension://localhost:4000',
  ])('from a page at %j', (origin) => expect(ask({ host: 'localhost:4000', origin })).toBe('ORIGIN_REFUSED'))

  it('in words that say what to do', () =>
    expect(guard(new Request('http://evil.example/'), 4000)?.message).toMatch(/"evil\.example".* ALLOWED_HOSTS/))
})
