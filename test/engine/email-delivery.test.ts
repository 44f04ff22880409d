import { describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { Fault } from '../../src/stand-ins/vendor-server.ts'
import { makeMemoryOutbox } from '../support/memory-outbox.ts'
import { type GivenMail, givenMail, type Sending, START, sendMail, type Vendor } from './given-mail.ts'

let given: GivenMail

givenMail((mail) => {
  given = mail
})

const send = (vendor: Vendor, sending?: Sending) => sendMail(given, vendor, sending)

const sentBy = (vendor: Vendor) => given[vendor].sent.length

describe.each<Vendor>(['sendgrid', 'smtp2go'])('a message through %s', (vendor) => {
  it.each<Fault>(['drop', 'lose-answer', { status: 500 }, { status: 503 }])(
    'is never sent twice: after %j nobody knows, and no attempt tries again',
    async (fault) => {
      given[vendor].fail(fault)
      expect((await send(vendor)).error).toMatchObject({ code: 'DELIVERY_UNKNOWN', retryable: false })
      expect(given.outbox.deliveries.get('public.orders')?.status).toBe('unknown')
      const calls = given[vendor].requests.length
      expect((await send(vendor)).error?.code).toBe('DELIVERY_UNKNOWN')
      expect(given[vendor].requests.length).toBe(calls)
      expect(sentBy(vendor)).toBeLessThanOrEqual(1)
    },
  )

  it('that was delivered is not sent again by another attempt of its run', async () => {
    await send(vendor)
    expect(await send(vendor)).toMatchObject({ status: 'succeeded', rows: 1 })
    expect(sentBy(vendor)).toBe(1)
  })

  it('whose sender died on the way is not sent again', async () => {
    await given.outbox.claim('public.orders', 1)
    expect((await send(vendor)).error?.code).toBe('DELIVERY_UNKNOWN')
    expect(given.outbox.deliveries.get('public.orders')?.status).toBe('unknown')
    expect(sentBy(vendor)).toBe(0)
  })

  it('that was surely refused may be sent by another attempt', async () => {
    expect((await send(vendor, { apiKey: 'wrong' })).error).toMatchObject({
      code: 'SIGN_IN_REFUSED',
      field: 'integration_id',
    })
    expect((await send(vendor)).status).toBe('succeeded')
    expect(sentBy(vendor)).toBe(1)
  })

  it('waits where the vendor takes no more calls for a while', async () => {
    Object.assign(given.smtp2go.settings, { blockedUntil: START.getTime() + 60_000 })
    Object.assign(given.sendgrid.settings, { callsLeft: 0, resetsAt: START.getTime() + 42_000 })
    expect((await send(vendor)).status).toBe('succeeded')
    expect(given.clock.sleeps).toEqual([vendor === 'sendgrid' ? 42_000 : 60_000])
    expect(sentBy(vendor)).toBe(1)
  })

  it('is not sent once its run is cancelled', async () => {
    const cancel = new AbortController()
    const rows = {
      *[Symbol.iterator]() {
        yield ['1', 'one']
        cancel.abort()
      },
    }
    expect((await send(vendor, { rows, signal: cancel.signal })).status).toBe('cancelled')
    expect(given[vendor].requests).toEqual([])
  })

  it('that is under way when its run is cancelled is told as what it is', async () => {
    const cancel = new AbortController()
    given[vendor].before(
      () => true,
      () => cancel.abort(),
    )
    expect((await send(vendor, { signal: cancel.signal })).status).toBe('succeeded')
    expect(given.outbox.deliveries.get('public.orders')?.status).toBe('delivered')
  })
})

describe('many runs', () => {
  it('of three attempts each, with faults everywhere, send nothing twice and lose nothing in silence', async () => {
    const faults: readonly (Fault | undefined)[] = [
      'lose-answer',
      undefined,
      'drop',
      { status: 500 },
      { status: 429 },
      undefined,
      { status: 400 },
    ]
    const outcomes: (string | undefined)[] = []
    for (let number = 0; number < 98; number++) {
      const run = { ...given, outbox: makeMemoryOutbox() }
      for (let attempt = 0; attempt < 3; attempt++) {
        const fault = faults[(number + attempt * 3) % faults.length]
        if (fault && attempt < 2) given.sendgrid.fail(fault, ({ path }) => path === '/v3/mail/send')
        const { status, error } = await sendMail(run, 'sendgrid', { config: { subject: `Run ${number}` } })
        if (attempt === 2) outcomes.push(status === 'succeeded' ? 'delivered' : error?.code)
      }
    }
    const subjects = given.sendgrid.sent.map(({ subject }) => subject)
    expect(new Set(subjects).size).toBe(subjects.length)
    const silent = outcomes.flatMap((outcome, number) =>
      outcome === 'delivered' && !subjects.includes(`Run ${number}`) ? [number] : [],
    )
    expect(silent).toEqual([])
    expect(new Set(outcomes)).toEqual(new Set(['delivered', 'DELIVERY_UNKNOWN']))
  })
})

describe('SMTP2GO', () => {
  it('that takes a message for some recipients only is not asked again for the others', async () => {
    given.smtp2go.settings.rejected.push('grace@')
    const { error } = await send('smtp2go')
    expect(error).toMatchObject({ code: 'DELIVERY_INCOMPLETE', field: 'to_email' })
    expect(error && inEnglish(error.message)).toContain('took 1 and refused 1 message: Grace Hopper')
    expect((await send('smtp2go')).error?.code).toBe('DELIVERY_UNKNOWN')
    expect(given.smtp2go.sent.length).toBe(1)
  })

  it('that takes it for nobody has refused it', async () => {
    given.smtp2go.settings.rejected.push('@example')
    expect((await send('smtp2go')).error?.code).toBe('VENDOR_REFUSED')
    given.smtp2go.settings.rejected.length = 0
    expect((await send('smtp2go')).status).toBe('succeeded')
  })
})
