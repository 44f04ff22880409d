import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Field } from '../../src/server/connectors/common-text/row-encoder.ts'
import type { ValueType } from '../../src/server/connectors/common-text/value-type.ts'
import type { Endpoint } from '../../src/server/connectors/connector.ts'
import { makeEmailConnector } from '../../src/server/connectors/email/email-connector.ts'
import type { RehearsedMessage } from '../../src/server/connectors/rehearsal.ts'
import { move } from '../../src/server/engine/move.ts'
import { SENDGRID_KEY, type SendGridStandIn, startSendGrid } from '../stand-ins/sendgrid.ts'
import { SMTP2GO_KEY, type Smtp2goStandIn, startSmtp2go } from '../stand-ins/smtp2go.ts'
import type { Fault, VendorServer } from '../stand-ins/vendor-server.ts'
import { type ManualClock, makeManualClock } from '../support/manual-clock.ts'
import { makeMemoryOutbox } from '../support/memory-outbox.ts'
import { contextWith, nextFence } from './move-between.ts'
import { NOWHERE, rowSource } from './row-ends.ts'

const START = new Date('2026-11-21T22:30:00Z')
const CONFIG = {
  to_email: 'ada@example.com, Grace Hopper <grace@example.org>',
  from_email: 'Reports <reports@example.com>',
  subject: '{{rows}} orders of {{ flow }} on {{date}}',
  message_body: 'Hello,\n\nhere are {{rows}} rows of {{entity}} at {{time}}.',
}

const COLUMNS: Readonly<Record<string, ValueType>> = { id: { kind: 'integer', bits: 64 }, note: { kind: 'text' } }

let clock: ManualClock
let sendgrid: SendGridStandIn
let smtp2go: Smtp2goStandIn
let outbox: ReturnType<typeof makeMemoryOutbox>

beforeEach(async () => {
  clock = makeManualClock(START.getTime())
  ;[sendgrid, smtp2go] = await Promise.all([startSendGrid(clock.now), startSmtp2go(clock.now)])
  outbox = makeMemoryOutbox()
})

afterEach(() => Promise.all([sendgrid.stop(), smtp2go.stop()]))

type Vendor = 'sendgrid' | 'smtp2go'

const KEYS = { sendgrid: SENDGRID_KEY, smtp2go: SMTP2GO_KEY }

const endpointAt = (integration: Vendor, config: object = {}, apiKey = KEYS[integration]): Endpoint => ({
  integration,
  credentials: { api_key: apiKey },
  config: { ...CONFIG, ...config },
})

const contextOf = (signal?: AbortSignal) => ({
  ...contextWith(signal),
  vendors: { addresses: { sendgrid: sendgrid.address, smtp2go: smtp2go.address } },
  run: { flowName: 'Shop → mail', startedAt: START, outbox },
})

interface Sending {
  readonly rows?: Iterable<readonly Field[]>
  readonly columns?: Readonly<Record<string, ValueType>>
  readonly config?: object
  readonly signal?: AbortSignal
  readonly apiKey?: string
  readonly dry?: boolean
}

/** Sends rows as a run does. Each call is another attempt of the same run. */
async function send(
  vendor: Vendor,
  { rows = [['1', 'one']], columns = COLUMNS, config, signal, apiKey, dry = false }: Sending = {},
) {
  const log: string[] = []
  let message: RehearsedMessage | undefined
  const { streams } = await move({
    source: { connector: rowSource({ 'public.orders': { columns, rows } }), endpoint: NOWHERE },
    destination: { connector: makeEmailConnector(clock), endpoint: endpointAt(vendor, config, apiKey) },
    streams: [{ entity: 'public.orders', target: 'public.orders', mode: 'append' }],
    fence: { ...nextFence(), runId: 'run' },
    context: contextOf(signal),
    dry,
    onEvent: (event) => {
      if (event.kind === 'log') log.push(event.message)
      if (event.kind === 'rehearsed' && 'message' in event.rehearsed) message = event.rehearsed.message
    },
  })
  return { status: streams[0]?.status, error: streams[0]?.error, rows: streams[0]?.rowsWritten, log, message }
}

const refusalOf = async (config: object) => {
  const error = await send('sendgrid', { config }).catch((reason: unknown) => reason)
  return (error as { problem?: { code: string; field?: string; message: string } }).problem
}

describe('a run', () => {
  it('sends one message with its facts, the rows as a table and all of them as a file', async () => {
    const rows = Array.from({ length: 250 }, (_, n) => [String(n), n === 1 ? null : `note ${n}`])
    expect(await send('sendgrid', { rows })).toMatchObject({ status: 'succeeded', rows: 250 })
    expect(sendgrid.sent.length).toBe(1)
    const [mail] = sendgrid.sent
    expect(mail).toMatchObject({
      from: { email: 'reports@example.com', name: 'Reports' },
      to: [{ email: 'ada@example.com' }, { email: 'grace@example.org', name: 'Grace Hopper' }],
      subject: '250 orders of Shop → mail on 2026-11-21',
      filename: 'public.orders-2026-11-21.csv',
    })
    expect(mail?.text).toContain(
      'Hello,\n\nhere are 250 rows of public.orders at 22:30.\n\nid | note\n0 | note 0\n1 | \n',
    )
    expect(mail?.text).toContain('The first 100 of 250 rows.')
    expect(mail?.html.match(/<tr>/g)?.length).toBe(101)
    expect(mail?.attachment.split('\r\n').length).toBe(252)
    expect(mail?.attachment.startsWith('\uFEFFid,note\r\n0,note 0\r\n1,\r\n')).toBe(true)
    expect(outbox.deliveries.get('public.orders')).toEqual({ status: 'delivered', rows: 250 })
  })

  it('sends nothing when it is dry, and tells the message that it would have sent', async () => {
    const rows = [
      ['1', 'one'],
      ['2', 'two'],
    ]
    const { message, ...ended } = await send('sendgrid', { rows, dry: true })
    expect(ended).toMatchObject({ status: 'succeeded', rows: 2 })
    expect([sendgrid.sent.length, outbox.deliveries.size]).toEqual([0, 0])
    await send('sendgrid', { rows })
    const [mail] = sendgrid.sent
    expect(message).toEqual({
      from: 'Reports <reports@example.com>',
      to: ['ada@example.com', 'Grace Hopper <grace@example.org>'],
      subject: mail?.subject,
      text: mail?.text,
      attachment: { name: mail?.filename, bytes: Buffer.byteLength(mail?.attachment ?? '') },
    })
  })

  it('sends through SMTP2GO as well', async () => {
    expect((await send('smtp2go')).status).toBe('succeeded')
    expect(smtp2go.sent).toMatchObject([
      {
        sender: 'Reports <reports@example.com>',
        to: ['ada@example.com', 'Grace Hopper <grace@example.org>'],
        subject: '1 orders of Shop → mail on 2026-11-21',
      },
    ])
    expect(Buffer.from(smtp2go.sent[0]?.attachments[0]?.fileblob ?? '', 'base64').toString()).toBe(
      '\uFEFFid,note\r\n1,one\r\n',
    )
  })

  it('says something where no message was written, and sends for no rows, too', async () => {
    await send('sendgrid', { rows: [], config: { message_body: '' } })
    expect(sendgrid.sent[0]?.text).toContain(
      '0 rows of public.orders from the flow “Shop → mail”, 2026-11-21 22:30 UTC.',
    )
  })

  it('says beforehand who gets mail', async () => {
    expect((await send('sendgrid')).log).toContain('One message goes to ada@example.com, grace@example.org.')
  })
})

describe('what is in the rows', () => {
  it('is text for whoever reads it: no markup, no formula', async () => {
    const texts = ['<script>alert(1)</script>', '=HYPERLINK("http://evil")', '+1', '-1', '@a', '\t=1', 'a,"b"\nc', '']
    await send('sendgrid', { rows: texts.map((text) => ['-5', text]), config: { message_body: '<b>{{entity}}</b>' } })
    const [mail] = sendgrid.sent
    expect(mail?.html).not.toContain('<script>')
    expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(mail?.html).toContain('&lt;b&gt;public.orders&lt;/b&gt;')
    expect(mail?.attachment.split('\r\n').slice(1, -1)).toEqual([
      '-5,<script>alert(1)</script>',
      `-5,"'=HYPERLINK(""http://evil"")"`,
      "-5,'+1",
      "-5,'-1",
      "-5,'@a",
      "-5,'\t=1",
      '-5,"a,""b""\nc"',
      '-5,""',
    ])
  })

  it('is refused, and nothing sent, where it is more than the vendor takes', async () => {
    const rows = Array.from({ length: 80 }, (_, n) => [String(n), 'x'.repeat(100_000)])
    const { error } = await send('smtp2go', { rows })
    expect(error).toMatchObject({ code: 'ATTACHMENT_TOO_LARGE' })
    expect(error?.message).toContain('7 MB')
    expect(smtp2go.sent).toEqual([])
    expect(outbox.deliveries.size).toBe(0)
    expect((await send('sendgrid', { rows })).status).toBe('succeeded')
  })
})

describe('an address', () => {
  it.each([
    ['to_email', ''],
    ['to_email', 'ada@example.com,'],
    ['to_email', 'ada@example.com;eve@evil.test'],
    ['to_email', 'ada@example.com\r\nBcc: eve@evil.test'],
    ['to_email', '"a@b"@example.com'],
    ['to_email', 'ada@localhost'],
    ['to_email', Array.from({ length: 101 }, (_, n) => `a${n}@example.com`).join(',')],
    ['from_email', 'a@b.example, c@d.example'],
    ['from_email', 'Eve\r\nBcc: x@evil.test <reports@example.com>'],
    ['from_email', 'reports@example.com <eve@evil.test>'],
    ['from_email', 'Ünï <ünï@example.com>'],
    ['subject', 'Hello\r\nBcc: eve@evil.test'],
    ['subject', 'x'.repeat(201)],
    ['subject', '{{row}} rows'],
    ['message_body', 'Dear {{name}}'],
  ])('or text that says more than it should is refused by its field: %s %j', async (field, value) => {
    expect(await refusalOf({ [field]: value })).toMatchObject({ code: 'INVALID', field })
    expect(sendgrid.requests).toEqual([])
  })

  it('in another script is sent to by its ASCII name', async () => {
    await send('sendgrid', { config: { to_email: 'ada@bücher.example' } })
    expect(sendgrid.sent[0]?.to).toEqual([{ email: 'ada@xn--bcher-kva.example' }])
  })

  it('that is there twice gets the message once', async () => {
    await send('sendgrid', { config: { to_email: 'ada@example.com, Ada <ADA@example.com>' } })
    expect(sendgrid.sent[0]?.to).toEqual([{ email: 'ada@example.com' }])
  })

  it('and a name of a placeholder are named in the refusal', async () => {
    expect((await refusalOf({ subject: '{{row}} rows' }))?.message).toContain('“{{row}}” means nothing here.')
  })
})

const server = (vendor: Vendor): VendorServer => (vendor === 'sendgrid' ? sendgrid : smtp2go)
const sentBy = (vendor: Vendor) => (vendor === 'sendgrid' ? sendgrid.sent : smtp2go.sent).length

describe.each<Vendor>(['sendgrid', 'smtp2go'])('a message through %s', (vendor) => {
  it.each<Fault>(['drop', 'lose-answer', { status: 500 }, { status: 503 }])(
    'is never sent twice: after %j nobody knows, and no attempt tries again',
    async (fault) => {
      server(vendor).fail(fault)
      expect((await send(vendor)).error).toMatchObject({ code: 'DELIVERY_UNKNOWN', retryable: false })
      expect(outbox.deliveries.get('public.orders')?.status).toBe('unknown')
      const calls = server(vendor).requests.length
      expect((await send(vendor)).error?.code).toBe('DELIVERY_UNKNOWN')
      expect(server(vendor).requests.length).toBe(calls)
      expect(sentBy(vendor)).toBeLessThanOrEqual(1)
    },
  )

  it('that was delivered is not sent again by another attempt of its run', async () => {
    await send(vendor)
    expect(await send(vendor)).toMatchObject({ status: 'succeeded', rows: 1 })
    expect(sentBy(vendor)).toBe(1)
  })

  it('whose sender died on the way is not sent again', async () => {
    await outbox.claim('public.orders', 1)
    expect((await send(vendor)).error?.code).toBe('DELIVERY_UNKNOWN')
    expect(outbox.deliveries.get('public.orders')?.status).toBe('unknown')
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
    Object.assign(smtp2go.settings, { blockedUntil: START.getTime() + 60_000 })
    Object.assign(sendgrid.settings, { callsLeft: 0, resetsAt: START.getTime() + 42_000 })
    expect((await send(vendor)).status).toBe('succeeded')
    expect(clock.sleeps).toEqual([vendor === 'sendgrid' ? 42_000 : 60_000])
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
    expect(server(vendor).requests).toEqual([])
  })

  it('that is under way when its run is cancelled is told as what it is', async () => {
    const cancel = new AbortController()
    server(vendor).before(
      () => true,
      () => cancel.abort(),
    )
    expect((await send(vendor, { signal: cancel.signal })).status).toBe('succeeded')
    expect(outbox.deliveries.get('public.orders')?.status).toBe('delivered')
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
      outbox = makeMemoryOutbox()
      for (let attempt = 0; attempt < 3; attempt++) {
        const fault = faults[(number + attempt * 3) % faults.length]
        if (fault && attempt < 2) sendgrid.fail(fault, ({ path }) => path === '/v3/mail/send')
        const { status, error } = await send('sendgrid', { config: { subject: `Run ${number}` } })
        if (attempt === 2) outcomes.push(status === 'succeeded' ? 'delivered' : error?.code)
      }
    }
    const subjects = sendgrid.sent.map(({ subject }) => subject)
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
    smtp2go.settings.rejected.push('grace@')
    const { error } = await send('smtp2go')
    expect(error).toMatchObject({ code: 'DELIVERY_INCOMPLETE', field: 'to_email' })
    expect(error?.message).toContain('took 1 and refused 1 message: Grace Hopper')
    expect((await send('smtp2go')).error?.code).toBe('DELIVERY_UNKNOWN')
    expect(smtp2go.sent.length).toBe(1)
  })

  it('that takes it for nobody has refused it', async () => {
    smtp2go.settings.rejected.push('@example')
    expect((await send('smtp2go')).error?.code).toBe('VENDOR_REFUSED')
    smtp2go.settings.rejected.length = 0
    expect((await send('smtp2go')).status).toBe('succeeded')
  })
})

describe('SendGrid', () => {
  it('that does not know the sender says so at the field', async () => {
    const { error } = await send('sendgrid', { config: { from_email: 'other@example.com' } })
    expect(error).toMatchObject({ code: 'SENDER_NOT_VERIFIED', field: 'from_email' })
  })
})

describe('a connection test', () => {
  const test = async (vendor: Vendor, config: object = {}, apiKey?: string) =>
    (await makeEmailConnector(clock).test(endpointAt(vendor, config, apiKey), 'destination', contextOf())).map(
      ({ stage, status, detail, problem }) => [stage, status, problem ? `${problem.code} ${problem.field}` : detail],
    )

  it('looks at the key and at what was typed, and sends nothing', async () => {
    expect(await test('sendgrid')).toEqual([
      ['sign-in', 'passed', 'The key may send mail'],
      ['write', 'passed', 'to 2 recipients; a test sends nothing'],
    ])
    expect((await test('smtp2go'))[0]).toEqual(['sign-in', 'passed', 'The key is known'])
    expect(sentBy('sendgrid') + sentBy('smtp2go')).toBe(0)
  })

  it('tells a wrong key from one that may not send', async () => {
    expect((await test('sendgrid', {}, 'wrong'))[0]).toEqual(['sign-in', 'failed', 'SIGN_IN_REFUSED integration_id'])
    expect((await test('smtp2go', {}, 'wrong'))[0]).toEqual(['sign-in', 'failed', 'SIGN_IN_REFUSED integration_id'])
    sendgrid.settings.scopes = ['stats.read']
    expect((await test('sendgrid'))[0]).toEqual(['sign-in', 'failed', 'PERMISSION_MISSING integration_id'])
    smtp2go.settings.maySeeStatistics = false
    expect((await test('smtp2go'))[0]?.[1]).toBe('passed')
  })

  it('names the field of an address that is none', async () => {
    expect((await test('sendgrid', { to_email: 'nobody' }))[1]).toEqual(['write', 'failed', 'INVALID to_email'])
  })

  it('ends although the vendor does not answer', async () => {
    sendgrid.fail('hang')
    const cancel = new AbortController()
    setTimeout(() => cancel.abort(), 50)
    const [stage] = await makeEmailConnector(clock).test(
      endpointAt('sendgrid'),
      'destination',
      contextOf(cancel.signal),
    )
    expect(stage?.problem?.code).toBe('VENDOR_UNAVAILABLE')
  })
})
