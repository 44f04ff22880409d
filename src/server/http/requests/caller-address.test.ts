import { describe, expect, it } from 'vitest'

import { parseNetworks } from '../../../engine/net/parse-networks.ts'
import { makeCallerAddress } from './caller-address.ts'

const call = (forwarded?: string) =>
  new Request('http://api.test', forwarded === undefined ? {} : { headers: { 'x-forwarded-for': forwarded } })

describe('a caller’s address', () => {
  it('is the other end of the socket, whatever the call says, while no proxy is trusted', () => {
    const addressOf = makeCallerAddress([])
    expect(addressOf(call(), '203.0.113.7')).toBe('203.0.113.7')
    expect(addressOf(call('198.51.100.1'), '203.0.113.7')).toBe('203.0.113.7')
    expect(addressOf(call(), '::ffff:203.0.113.7')).toBe('203.0.113.7')
    expect(addressOf(call(), undefined)).toBe('unknown')
  })

  it.each([
    ['is the one that the proxy saw', '198.51.100.1', '198.51.100.1'],
    ['is not what the caller made up before it', '1.2.3.4, 198.51.100.1', '198.51.100.1'],
    ['is found behind several proxies', '198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['is the proxy’s own where it says nothing', undefined, '10.0.0.1'],
    ['is the last that is one', 'nonsense, 10.0.0.2', '10.0.0.2'],
  ])('%s, behind a trusted proxy', (_, forwarded, expected) => {
    expect(makeCallerAddress(parseNetworks('10.0.0.0/8'))(call(forwarded), '10.0.0.1')).toBe(expected)
  })

  it('counts an IPv6 network as one caller', () => {
    const addressOf = makeCallerAddress([])
    expect(addressOf(call(), '2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(addressOf(call(), '2001:db8:1:2::9')).toBe('2001:db8:1:2::/64')
    expect(addressOf(call(), '2001:db8::9')).toBe('2001:db8:0:0::/64')
  })
})
