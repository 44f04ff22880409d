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

  it.each(['2001:0DB8:0001:0002::9', '2001:db8:1:2:0:0:203.0.113.7', '2001:db8:1:2::9%eth0'])(
    'counts %s as the same network, however a proxy writes it',
    (written) => {
      expect(makeCallerAddress(parseNetworks('10.0.0.0/8'))(call(written), '10.0.0.1')).toBe('2001:db8:1:2::/64')
    },
  )

  it('counts an IPv4 address that a proxy writes as IPv6 as the IPv4 address', () => {
    const addressOf = makeCallerAddress(parseNetworks('10.0.0.0/8'))
    for (const written of ['::ffff:203.0.113.7', '::ffff:cb00:7107', '0:0:0:0:0:FFFF:cb00:7107'])
      expect(addressOf(call(written), '10.0.0.1')).toBe('203.0.113.7')
  })
})
