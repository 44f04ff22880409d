import { expect, it } from 'vitest'
import { isChannelAddress } from './channel-address.ts'

it.each([
  'http://127.0.0.1:8080/x',
  'http://2130706433/',
  'http://localhost/',
  'http://192.168.1.7/',
  'http://[::1]/',
  'http://receiver:3000/',
  'http://nas.local/',
])('%s may be told without encryption by a channel of this network', (address) => {
  expect(isChannelAddress(new URL(address), 'nearby')).toBe(true)
  expect(isChannelAddress(new URL(address), undefined)).toBe(false)
})

it.each([
  'http://example.com/',
  'http://8.8.8.8/',
  'http://172.32.0.1/',
  'http://10.evil.example/',
  'ftp://localhost/',
  'http://[2001:db8::1]/',
])('%s may not', (address) => {
  expect(isChannelAddress(new URL(address), 'nearby')).toBe(false)
})

it('an encrypted address may be anywhere', () => {
  expect(isChannelAddress(new URL('https://example.com/'), undefined)).toBe(true)
  expect(isChannelAddress(new URL('http://example.com/'), 'anywhere')).toBe(true)
})
