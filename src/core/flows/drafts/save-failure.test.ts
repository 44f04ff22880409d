import { expect, it } from 'vitest'

import type { Failure } from '../../failure.ts'
import { saveFailureOf } from './save-failure.ts'

const http = (status: number): Failure => ({ kind: 'http', status, statusText: '' })

it.each<[string, Failure]>([
  ['no answer', { kind: 'network' }],
  ['a broken server', http(500)],
  ['a restart', http(503)],
  ['too many requests', http(429)],
  ['a request that took too long', http(408)],
  ['a page of a proxy', { kind: 'unexpected-answer', problem: 'A page, not an answer' }],
  ['an identity provider that is away', { kind: 'identity', code: 'network-request-failed', providerMessage: '' }],
])('passes by itself: %s', (_what, failure) => expect(saveFailureOf(failure)).toBe('passing'))

it.each([409, 412])('is a conflict when another one was first (%i)', (status) =>
  expect(saveFailureOf(http(status))).toBe('conflict'),
)

it.each<[string, Failure]>([
  ['the server does not know the person', http(401)],
  ['nobody is signed in', { kind: 'unauthenticated' }],
  ['nobody came', { kind: 'not-authenticated-after-waiting' }],
])('needs a sign-in when %s', (_what, failure) => expect(saveFailureOf(failure)).toBe('signed-out'))

it.each<[string, Failure]>([
  ['is not allowed', http(403)],
  ['is about a flow that is gone', http(404)],
  ['is too large', http(413)],
  ['has a wrong setting', http(422)],
  ['has no organization', { kind: 'no-active-organization' }],
])('would be refused again what %s', (_what, failure) => expect(saveFailureOf(failure)).toBe('refused'))
