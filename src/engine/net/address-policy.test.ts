import { describe, expect, it } from 'vitest'

import { makeAddressPolicy } from './address-policy.ts'
import { parseNetworks } from './parse-networks.ts'

const FORBIDDEN = [
  ...[
    '0.0.0.0',
    '0.1.2.3',
    '169.254.169.254',
    '169.254.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '224.0.0.1',
    '255.255.255.255',
  ],
  ...[
    '::',
    'fe80::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::ffff:0:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '::169.254.169.254',
    '2002:a9fe:a9fe::1',
  ],
  ...['2001:0:1:2:3:4:5601:5601', '2600::5efe:a9fe:a9fe', 'fe80::1%eth0'],
]

const PRIVATE = [
  ...[
    '127.0.0.1',
    '127.255.255.254',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '198.18.0.1',
    '240.0.0.1',
  ],
  ...[
    '::1',
    'fc00::1',
    'fdff::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
  ],
]

const PUBLIC = [
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '2600::1',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  '2002:808:808::1',
]

const refuses = (policy: ReturnType<typeof makeAddressPolicy>) => (address: string) => policy(address) !== undefined

describe('in production', () => {
  const policy = makeAddressPolicy({})
  it.each([...FORBIDDEN, ...PRIVATE])('refuses %s', (address) => expect(refuses(policy)(address)).toBe(true))
  it.each(PUBLIC)('lets %s through', (address) => expect(refuses(policy)(address)).toBe(false))
})

describe('on a local installation', () => {
  const policy = makeAddressPolicy({ allowPrivate: true })
  it.each(FORBIDDEN)('refuses %s', (address) => expect(refuses(policy)(address)).toBe(true))
  it.each([...PRIVATE, ...PUBLIC])('lets %s through', (address) => expect(refuses(policy)(address)).toBe(false))
})

it('lets the operator allow private networks and deny others, but never the metadata service', () => {
  const policy = refuses(
    makeAddressPolicy({
      allow: parseNetworks('10.1.0.0/16, 169.254.0.0/16'),
      deny: parseNetworks('8.8.0.0/16, 10.0.0.0/8'),
    }),
  )
  expect(['10.1.2.3', '10.2.0.1', '8.8.8.8', '9.9.9.9', '169.254.169.254'].map(policy)).toEqual([
    false,
    true,
    true,
    false,
    true,
  ])
})
