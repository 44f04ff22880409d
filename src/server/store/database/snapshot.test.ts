import { expect, it } from 'vitest'

import { isSnapshot } from './snapshot.ts'

it.each(['1:1:', '710:710:', '710:715:710,712', '9007199254740993:9007199254740999:9007199254740993'])(
  'takes up where a reader stopped: %s',
  (text) => expect(isSnapshot(text)).toBe(true),
)

it.each([
  '',
  '42',
  '0:1:',
  '5:3:',
  '5:9:4',
  '5:9:9',
  '5:9:8,6',
  '1:2:,',
  '1:2:1;drop table runs',
  '1:99999999999999999999:',
])('is not misled by %j', (text) => expect(isSnapshot(text)).toBe(false))
