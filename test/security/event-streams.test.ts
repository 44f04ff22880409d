import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Principal } from '../../src/server/domain/people/principal.ts'
import { makeEventStreams } from '../../src/server/http/events/event-streams.ts'
import { secondsFromNow } from '../support/firebase-tokens.ts'
import { readEvents } from '../support/read-events.ts'
import { type Api, startApi } from '../support/start-api.ts'

const untilItEnds = () => false

describe('an event stream', () => {
  let api: Api
  let path: string

  beforeAll(async () => {
    api = await startApi({ takesRuns: false })
    path = `/v1/organizations/${await api.organizationOf('ada')}/events`
  })
  afterAll(() => api.stop())

  it('ends with the token that opened it', async () => {
    const exp = secondsFromNow(2)
    const headers = { authorization: `Bearer ${await api.mint.mint({ sub: 'ada', exp })}` }
    await readEvents(await api.fetch(null, path, { headers }), untilItEnds)
    expect(Math.abs(Date.now() - exp * 1_000)).toBeLessThan(1_000)
  })

  it('is not opened by who asks only for its headers', async () => {
    for (let asked = 0; asked < 25; asked++) {
      const { status, headers } = await api.fetch('ada', path, { method: 'HEAD' })
      expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    }
  })

  it('is one of twenty that a person may have, and gives its place back when it is closed', async () => {
    const open = await Promise.all(Array.from({ length: 20 }, () => api.fetch('ada', path)))
    expect(open.map(({ status }) => status)).toEqual(Array(20).fill(200))

    const refused = await api.fetch('ada', path)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({
      code: 'TOO_MANY_STREAMS',
      message: 'You already follow live updates in 20 places, which is the maximum. Close a page.',
    })

    await open[0]?.body?.cancel()
    const next = await api.fetch('ada', path)
    expect(next.status).toBe(200)
    expect((await api.fetch('ada', path)).status).toBe(429)
    await Promise.all([...open.slice(1), next].map(({ body }) => body?.cancel()))
    expect((await api.fetch('ada', path)).status).toBe(200)
  })
})

const ada: Principal = { uid: 'ada', emailVerified: true, signedInAt: 0, expiresAt: secondsFromNow(3_600) }
const request = () => new Request('http://api.test', { headers: { authorization: 'Bearer token' } })
const watching = (sink: { readonly closed: AbortSignal }) =>
  new Promise<void>((resolve) => sink.closed.addEventListener('abort', () => resolve(), { once: true }))

it('ends within 5 s when the account is disabled', async () => {
  let account: Principal | undefined = ada
  const open = makeEventStreams(async () => account)
  const reading = readEvents(open(request(), ada, watching), untilItEnds)
  account = undefined
  const disabledAt = Date.now()
  await reading
  expect(Date.now() - disabledAt).toBeLessThan(5_000)
})

it('goes on while the sign-in service cannot be reached', async () => {
  const open = makeEventStreams(() => Promise.reject(new Error('away')))
  const ended = readEvents(open(request(), ada, watching), untilItEnds).then(() => 'ended')
  const later = new Promise((resolve) => setTimeout(resolve, 3_500, 'open'))
  expect(await Promise.race([ended, later])).toBe('open')
})
