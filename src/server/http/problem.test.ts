import { expect, it } from 'vitest'

import { sentence } from '../../core/catalog/sentence.ts'
import { RequestError } from '../domain/request-error.ts'
import { asProblemDetails, problemResponse } from './problem.ts'

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const changed = () =>
  problemResponse(new RequestError('conflict', 'FLOW_CHANGED', sentence`It has changed.`, { version: 3 }), log)

it('a refusal has the form of RFC 9457 for whoever asks, beside its own fields', async () => {
  const response = await asProblemDetails(changed(), 'application/json, application/problem+json')
  expect(response.status).toBe(409)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(await response.json()).toEqual({
    ...{ type: '/help/errors.html#flow_changed', title: 'Flow changed', status: 409, detail: 'It has changed.' },
    ...(await changed().json()),
  })
})

it('everybody else gets a refusal as before, and whoever asks gets other answers as before', async () => {
  for (const accept of [undefined, '*/*', 'application/json'])
    expect(await (await asProblemDetails(changed(), accept)).json()).toEqual(await changed().json())
  const done = Response.json({ id: 'x' })
  expect(await asProblemDetails(done, 'application/problem+json')).toBe(done)
})

it('a refusal keeps when to try again', async () => {
  const wait = problemResponse(new RequestError('too-many', 'TOO_MANY', sentence`Wait.`, { retry_after: 9 }), log)
  expect((await asProblemDetails(wait, 'application/problem+json')).headers.get('retry-after')).toBe('9')
})

it('what ends because its caller has gone is no error in the log of the server', () => {
  const lines: string[] = []
  const writing = {
    ...log,
    info: (message: string) => lines.push(message),
    error: (message: string) => lines.push(message),
  }
  const ended = new DOMException('This operation was aborted', 'AbortError')
  expect(problemResponse(ended, writing, {}, AbortSignal.abort()).status).toBe(499)
  expect(problemResponse(ended, writing, {}, new AbortController().signal).status).toBe(500)
  expect(problemResponse(new Error('ours'), writing, {}, AbortSignal.abort()).status).toBe(500)
  expect(lines).toEqual(['the caller has gone', 'request failed', 'request failed'])
})
