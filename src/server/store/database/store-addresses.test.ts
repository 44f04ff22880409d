import { expect, it } from 'vitest'

import { readStoreAddresses } from './store-addresses.ts'

it.each([
  ['postgres://a:b@one:5432/name', ['postgres://a:b@one:5432/name'], 'any'],
  ['postgres://a:b@one/name?sslmode=require', ['postgres://a:b@one/name?sslmode=require'], 'any'],
  ['postgres://a@one/name?target_session_attrs=read-write', ['postgres://a@one/name'], 'writable'],
  ['postgres://a@one:1,two:2/name', ['postgres://a@one:1/name', 'postgres://a@two:2/name'], 'writable'],
  [
    'postgresql://a@one,two/name?sslmode=require&target_session_attrs=primary',
    ['postgresql://a@one/name?sslmode=require', 'postgresql://a@two/name?sslmode=require'],
    'writable',
  ],
  [
    'postgres://a@/name?host=one,two&port=6432',
    ['postgres://a@one:6432/name', 'postgres://a@two:6432/name'],
    'writable',
  ],
  ['postgres://a@x/name?host=one,two&port=1,2', ['postgres://a@one:1/name', 'postgres://a@two:2/name'], 'writable'],
  [
    'postgres://a@[::1]:1,two/n?target_session_attrs=standby',
    ['postgres://a@[::1]:1/n', 'postgres://a@two/n'],
    'standby',
  ],
  ['postgres://a@one,two/n?target_session_attrs=any', ['postgres://a@one/n', 'postgres://a@two/n'], 'any'],
  ['postgres://a@one/n?host=%2Frun%2Fpg', ['postgres://a@one/n?host=%2Frun%2Fpg'], 'any'],
])('reads the servers of %s', (address, urls, wants) => {
  expect(readStoreAddresses(address)).toEqual({ urls, wants })
})

it.each([
  'http://one/name',
  'one,two',
  'postgres://a@one,/name',
  'postgres://a@one:1x,two/name',
  'postgres://a@one,two/name?target_session_attrs=prefer-standby',
])('refuses %s', (address) => {
  expect(readStoreAddresses(address)).toBeUndefined()
})
