import { expect, it } from 'vitest'

import { parseNetworks } from './parse-networks.ts'

it('reads blocks and single addresses of both families', () => {
  expect(parseNetworks(' 10.0.0.0/8, fd00::/8\n192.0.2.7 ::1')).toEqual([
    { address: '10.0.0.0', prefix: 8, family: 'ipv4' },
    { address: 'fd00::', prefix: 8, family: 'ipv6' },
    { address: '192.0.2.7', prefix: 32, family: 'ipv4' },
    { address: '::1', prefix: 128, family: 'ipv6' },
  ])
  expect(parseNetworks('')).toEqual([])
})

it.each([
  '10.0.0.0/33',
  '10.0.0/8',
  'fd00::/129',
  'example.com',
  '10.0.0.0/8/8',
  '10.0.0.0/',
  '10.0.0.0/-1',
  '010.0.0.1',
])('names %s as the entry it cannot read', (entry) => {
  expect(() => parseNetworks(`192.0.2.7, ${entry}`)).toThrow(`"${entry}" is not a network: expected`)
})
