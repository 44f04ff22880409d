import { expect, it } from 'vitest'

import { sentence } from '../catalog/sentence.ts'
import type { Failure } from '../failure.ts'
import { refusedRead } from './refused-read.ts'

const refusal = { kind: 'http', status: 422, statusText: '', code: 'PERMISSION_MISSING' } as const

it('reads as the error of a run would, with the account and the place where it is fixed', () => {
  const failure = {
    ...refusal,
    serverMessage: 'permission denied',
    serverSentence: sentence`permission denied`,
    refusal: { account: 'etl', hint: 'Grant it.' },
  }
  expect(refusedRead(failure, 'connection-1')).toEqual({
    code: 'PERMISSION_MISSING',
    connectionId: 'connection-1',
    side: 'source',
    message: 'permission denied',
    fix: 'permission',
    sentence: sentence`permission denied`,
    account: 'etl',
    hint: 'Grant it.',
  })
})

it('needs no words of the server', () => {
  expect(refusedRead(refusal, 'connection-1')).toMatchObject({ code: 'PERMISSION_MISSING', message: '' })
})

it.each<Failure>([
  { kind: 'network' },
  { kind: 'http', status: 500, statusText: '' },
  { kind: 'http', status: 429, statusText: '', code: 'rate_limited' },
])('is nothing where it was not the source that refused (%#)', (failure) => {
  expect(refusedRead(failure, 'connection-1')).toBeUndefined()
})
