import { randomBytes } from 'node:crypto'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { cpuTime } from '../../../../test/support/cpu-time.ts'
import { makeManualClock } from '../../../../test/support/manual-clock.ts'
import { inEnglish, sentence } from '../../../core/catalog/sentence.ts'
import { startVendorServer, type VendorServer } from '../../../stand-ins/vendor-server.ts'
import { systemClock } from './clock.ts'
import { jsonAs, jsonIn } from './vendor-call.ts'
import { makeVendorClient, type VendorClientOptions } from './vendor-client.ts'
import { VendorError } from './vendor-error.ts'

const KEY = 'SG.very-secret'
const START = Date.parse('2026-11-21T12:00:00Z')

let vendor: VendorServer
let clock: ReturnType<typeof makeManualClock>

beforeEach(async () => {
  vendor = await startVendorServer(({ body }) => ({ status: 200, body: { echo: body.toString() } }))
  clock = makeManualClock(START)
})

afterEach(() => vendor.stop())

const client = (options: Partial<VendorClientOptions> = {}) =>
  makeVendorClient({
    vendor: 'Vendor',
    address: vendor.address,
    signal: new AbortController().signal,
    authorize: () => ({ authorization: `Bearer ${KEY}` }),
    clock,
    ...options,
  })

const read = jsonAs(z.object({ echo: z.string() }))
const get = (options: Partial<VendorClientOptions> = {}) => client(options).call({ method: 'GET', path: '/rows', read })
const post = (options: Partial<VendorClientOptions> = {}) =>
  client(options).call({ method: 'POST', path: '/rows', body: { a: 1 }, read })

const errorOf = async (call: Promise<unknown>): Promise<VendorError> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof VendorError) return error
  throw new Error('the call did not fail as a vendor’s call', { cause: error })
}

describe('a call to a vendor', () => {
  it('sends who we are, what is asked, and the body in its form', async () => {
    expect(await post()).toEqual({ echo: '{"a":1}' })
    await client().call({
      method: 'PUT',
      path: '/bytes',
      query: [
        ['p', 'a b'],
        ['p', 'c&d'],
      ],
      headers: { 'content-type': 'text/plain' },
      body: new TextEncoder().encode('plain'),
      read,
    })
    await client().call({ method: 'POST', path: '/form', body: new URLSearchParams({ q: 'ä=1' }), read })
    const [json, bytes, form] = vendor.requests
    expect(json?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'content-type': 'application/json' })
    expect(bytes?.query.getAll('p')).toEqual(['a b', 'c&d'])
    expect(bytes?.headers['content-type']).toBe('text/plain')
    expect(bytes?.body.toString()).toBe('plain')
    expect(form?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(form?.body.toString()).toBe('q=%C3%A4%3D1')
  })

  it('sends many bytes whole, and once more when it is tried again', async () => {
    const body = new Uint8Array(randomBytes(300_000))
    vendor.fail({ status: 503 })
    await client().call({ method: 'PUT', path: '/', body, isRepeatable: true, read: () => undefined })
    expect(vendor.requests.map((request) => request.body.equals(body))).toEqual([true, true])
    expect(vendor.requests[0]?.headers).toMatchObject({ 'content-length': '300000' })
    expect(vendor.requests[0]?.headers).not.toHaveProperty('transfer-encoding')
  })

  it('follows nobody elsewhere, where the secret would go along', async () => {
    vendor.fail({ status: 307, headers: { location: `${vendor.address}/elsewhere` } })
    expect((await errorOf(get())).problem.code).toBe('VENDOR_REFUSED')
    expect(vendor.requests.length).toBe(1)
  })

  it('takes a status that it is told to take as an answer', async () => {
    vendor.fail({ status: 308, body: { echo: 'go on' } })
    const call = client().call({ method: 'PUT', path: '/', accepts: [308], read })
    expect(await call).toEqual({ echo: 'go on' })
  })

  it('reads no more than it is allowed to', async () => {
    vendor.fail({ status: 200, body: 'x'.repeat(2_000) })
    const call = client().call({ method: 'GET', path: '/', maximum: 1_000, read })
    await expect(call).rejects.toMatchObject({ problem: { code: 'ANSWER_TOO_LARGE' } })
  })

  it.each([
    [400, 'VENDOR_REFUSED'],
    [401, 'SIGN_IN_REFUSED'],
    [403, 'PERMISSION_MISSING'],
    [404, 'VENDOR_REFUSED'],
  ])('that is refused with %i is not tried again', async (status, code) => {
    vendor.fail({ status })
    expect((await errorOf(get())).problem).toMatchObject({ code, retryable: false })
    expect(vendor.requests.length).toBe(1)
  })

  it('says what the vendor says, but never our secret', async () => {
    vendor.fail({ status: 401, body: 'x' })
    const explain = () => ({ message: sentence`${`The key ${KEY} is\r\nno longer valid.`}` })
    const { message } = (await errorOf(get({ explain }))).problem
    expect(inEnglish(message)).toBe('The key ******** is no longer valid.')
  })

  it('renews a token without using up a retry', async () => {
    for (const status of [401, 503]) vendor.fail({ status })
    expect(await get({ renew: () => {}, retries: { retries: 1, base: 1, longest: 1 } })).toEqual({ echo: '' })
  })

  it('is tried once more with a new proof after the old one was refused', async () => {
    let token = 'old'
    const renew = () => {
      token = 'new'
    }
    const options = { authorize: () => ({ authorization: `Bearer ${token}` }), renew }
    vendor.fail({ status: 401 })
    await post(options)
    expect(vendor.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new'])
    vendor.fail({ status: 401 })
    vendor.fail({ status: 401 })
    expect((await errorOf(post(options))).problem.code).toBe('SIGN_IN_REFUSED')
  })

  it('is not made at all by somebody who cannot prove who we are', async () => {
    const refused = new VendorError(
      { code: 'VENDOR_UNAVAILABLE', message: sentence`No token.`, retryable: true },
      { isAmbiguous: true },
    )
    expect(await errorOf(get({ authorize: () => Promise.reject(refused) }))).toBe(refused)
    expect(vendor.requests).toEqual([])
    expect(clock.sleeps).toEqual([])
  })

  it('ends at once when it is no longer wanted, in a pause too', async () => {
    const stop = new AbortController()
    vendor.fail('hang')
    const dependents = get({ signal: stop.signal })
    setTimeout(() => stop.abort(new Error('cancelled')), 20)
    await expect(dependents).rejects.toThrow('cancelled')
    const later = new AbortController()
    vendor.fail({ status: 503, headers: { 'retry-after': '600' } })
    const pausing = get({ signal: later.signal, clock: systemClock })
    setTimeout(() => later.abort(new Error('cancelled')), 100)
    await expect(pausing).rejects.toThrow('cancelled')
  })

  it('does not wait for ever', async () => {
    vendor.fail('hang')
    const call = client({ retries: { retries: 0, base: 1, longest: 1 } }).call({
      method: 'GET',
      path: '/',
      timeout: 50,
      read,
    })
    const { problem, isAmbiguous } = await errorOf(call)
    expect(problem).toMatchObject({ code: 'VENDOR_UNAVAILABLE', retryable: true })
    expect(isAmbiguous).toBe(true)
  })
})

describe('a call that may be repeated', () => {
  it.each(['drop', 'lose-answer', 'cut', { status: 500 }, { status: 503 }, { status: 200, body: '<html>' }] as const)(
    'survives %j',
    async (fault) => {
      vendor.fail(fault)
      expect(await get()).toEqual({ echo: '' })
      expect(vendor.requests.length).toBe(2)
    },
  )

  it('is tried six times, with longer and longer pauses', async () => {
    for (let i = 0; i < 6; i++) vendor.fail({ status: 502 })
    expect((await errorOf(get())).problem.code).toBe('VENDOR_UNAVAILABLE')
    expect(vendor.requests.length).toBe(6)
    expect(clock.sleeps).toEqual([500, 1_000, 2_000, 4_000, 8_000])
  })

  it('pauses anything between nothing and the longest', async () => {
    clock = makeManualClock(START, 0.25)
    vendor.fail({ status: 502 })
    await get()
    expect(clock.sleeps).toEqual([125])
  })
})

describe('a call that must not be done twice', () => {
  it.each(['drop', 'lose-answer', 'cut', { status: 500 }, { status: 504 }] as const)(
    'is given up after %j, which leaves open whether it was done',
    async (fault) => {
      vendor.fail(fault)
      expect((await errorOf(post())).isAmbiguous).toBe(true)
      expect(vendor.requests.length).toBe(1)
    },
  )

  it('is tried again when the vendor has surely not done it', async () => {
    vendor.fail({ status: 429 })
    await post()
    expect(vendor.requests.length).toBe(2)
  })

  it('is surely not done when nothing answers', async () => {
    await vendor.stop()
    const { problem, isAmbiguous } = await errorOf(post())
    expect(problem.code).toBe('VENDOR_UNAVAILABLE')
    expect(isAmbiguous).toBe(false)
    expect(clock.sleeps.length).toBe(5)
  })

  it('is surely not done when the vendor refuses', async () => {
    vendor.fail({ status: 400 })
    expect((await errorOf(post())).isAmbiguous).toBe(false)
  })
})

describe('a vendor that asks to wait', () => {
  const pauseAfter = async (retryAfter: string) => {
    vendor.fail({ status: 429, headers: { 'retry-after': retryAfter } })
    await get()
    return clock.sleeps
  }

  it('is left alone for as many seconds as it says', async () => {
    expect(await pauseAfter('7')).toEqual([7_000])
  })

  it('is left alone until the moment that it says', async () => {
    expect(await pauseAfter('Sat, 21 Nov 2026 12:01:30 GMT')).toEqual([90_000])
  })

  it.each(['0', '', 'soon', '7 monkeys', '-5', 'Mon, 99 Foo', 'Sat, 21 Nov 2020 12:00:00 GMT'])(
    'and says "%s" is left alone for our own pause',
    async (retryAfter) => {
      expect(await pauseAfter(retryAfter)).toEqual([500])
    },
  )

  it('is waited for an hour, and no longer', async () => {
    expect(await pauseAfter('3600')).toEqual([3_600_000])
    vendor.fail({ status: 429, headers: { 'retry-after': '86400' } })
    expect((await errorOf(get())).problem.code).toBe('RATE_LIMITED')
    expect(vendor.requests.length).toBe(3)
  })

  it('may say so in a way of its own', async () => {
    vendor.fail({ status: 429, headers: { 'x-reset': '42' } })
    await get({ askedPause: (headers) => Number(headers.get('x-reset')) * 1_000 })
    expect(clock.sleeps).toEqual([42_000])
  })
})

describe('an answer that would become much larger in memory', () => {
  it('is refused before it is parsed, with the limit', () => {
    const bytes = Buffer.from(`[${'{},'.repeat(2_000_001)}{}]`)
    const readAny = jsonAs(z.unknown())
    let error: unknown
    expect(
      cpuTime(() => {
        try {
          readAny({ status: 200, headers: new Headers(), bytes })
        } catch (thrown) {
          error = thrown
        }
      }),
    ).toBeLessThan(cpuTime(() => JSON.parse(bytes.toString())))
    expect(error).toMatchObject({ problem: { code: 'ANSWER_TOO_LARGE' } })
  })

  it('explains no refusal', () => {
    const bytes = Buffer.from(`{"message":"${'x'.repeat(1 << 20)}"}`)
    expect(jsonIn({ status: 400, headers: new Headers(), bytes })).toBeUndefined()
  })
})
