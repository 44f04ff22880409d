import { expect, it } from 'vitest'
import type { Failure } from '../failure.ts'
import { isUnanswered } from './is-unanswered.ts'

const http = (status: number): Failure => ({ kind: 'http', status, statusText: '' })

it('a call may have been done when nobody has answered it, or only a proxy', () => {
  expect([http(502), http(503), http(504)].map(isUnanswered)).toEqual([true, true, true])
  expect(isUnanswered({ kind: 'network' } as Failure)).toBe(true)
})

it('a call that the server has refused is answered', () => {
  expect([http(409), http(500)].map(isUnanswered)).toEqual([false, false])
})
