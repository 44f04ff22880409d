import { describe, expect, it } from 'vitest'
import { inEnglish, type Sentence } from '../../src/core/catalog/sentence.ts'
import { makeEmailConnector } from '../../src/engine/connectors/email/email-connector.ts'
import { says } from '../support/says.ts'
import { contextOf, endpointAt, type GivenMail, givenMail, type Sending, sendMail, type Vendor } from './given-mail.ts'

let given: GivenMail

givenMail((mail) => {
  given = mail
})

const send = (vendor: Vendor, sending?: Sending) => sendMail(given, vendor, sending)

const refusalOf = async (config: object) => {
  const error = await send('sendgrid', { config }).catch((reason: unknown) => reason)
  return (error as { problem?: { code: string; field?: string; message: Sentence } }).problem
}

describe('a run', () => {
  it('sends one message with its facts, the rows as a table and all of them as a file', async () => {
    const rows = Array.from({ length: 250 }, (_, n) => [String(n), n === 1 ? null : `note ${n}`])
    expect(await send('sendgrid', { rows })).toMatchObject({ status: 'succeeded', rows: 250 })
    expect(given.sendgrid.sent.length).toBe(1)
    const [mail] = given.sendgrid.sent
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
    expect(given.outbox.deliveries.get('public.orders')).toEqual({ status: 'delivered', rows: 250 })
  })

  it('sends nothing when it is dry, and tells the message that it would have sent', async () => {
    const rows = [
      ['1', 'one'],
      ['2', 'two'],
    ]
    const { message, ...ended } = await send('sendgrid', { rows, dry: true })
    expect(ended).toMatchObject({ status: 'succeeded', rows: 2 })
    expect([given.sendgrid.sent.length, given.outbox.deliveries.size]).toEqual([0, 0])
    await send('sendgrid', { rows })
    const [mail] = given.sendgrid.sent
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
    expect(given.smtp2go.sent).toMatchObject([
      {
        sender: 'Reports <reports@example.com>',
        to: ['ada@example.com', 'Grace Hopper <grace@example.org>'],
        subject: '1 orders of Shop → mail on 2026-11-21',
      },
    ])
    expect(Buffer.from(given.smtp2go.sent[0]?.attachments[0]?.fileblob ?? '', 'base64').toString()).toBe(
      '\uFEFFid,note\r\n1,one\r\n',
    )
  })

  it('says something where no message was written, and sends for no rows, too', async () => {
    await send('sendgrid', { rows: [], config: { message_body: '' } })
    expect(given.sendgrid.sent[0]?.text).toContain(
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
    const [mail] = given.sendgrid.sent
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

  it('is shortened without cutting a character in halves', async () => {
    await send('sendgrid', { rows: [['1', `${'x'.repeat(199)}🚂 and on`]] })
    const [mail] = given.sendgrid.sent
    expect([mail?.text, mail?.html].map((text) => text?.isWellFormed())).toEqual([true, true])
  })

  it('is refused, and nothing sent, where it is more than the vendor takes', async () => {
    const rows = Array.from({ length: 80 }, (_, n) => [String(n), 'x'.repeat(100_000)])
    const { error } = await send('smtp2go', { rows })
    expect(error).toMatchObject({ code: 'ATTACHMENT_TOO_LARGE' })
    expect(error?.message).toEqual(says(expect.stringContaining('7 MB')))
    expect(given.smtp2go.sent).toEqual([])
    expect(given.outbox.deliveries.size).toBe(0)
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
    expect(given.sendgrid.requests).toEqual([])
  })

  it('in another script is sent to by its ASCII name', async () => {
    await send('sendgrid', { config: { to_email: 'ada@bücher.example' } })
    expect(given.sendgrid.sent[0]?.to).toEqual([{ email: 'ada@xn--bcher-kva.example' }])
  })

  it('that is there twice gets the message once', async () => {
    await send('sendgrid', { config: { to_email: 'ada@example.com, Ada <ADA@example.com>' } })
    expect(given.sendgrid.sent[0]?.to).toEqual([{ email: 'ada@example.com' }])
  })

  it('and a name of a placeholder are named in the refusal', async () => {
    expect((await refusalOf({ subject: '{{row}} rows' }))?.message).toEqual(
      says(expect.stringContaining('“{{row}}” is not a known placeholder.')),
    )
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
    (
      await makeEmailConnector(given.clock).test(endpointAt(vendor, config, apiKey), 'destination', contextOf(given))
    ).map(({ stage, status, detail, problem }) => [
      stage,
      status,
      problem ? `${problem.code} ${problem.field}` : detail && inEnglish(detail),
    ])

  it('looks at the key and at what was typed, and sends nothing', async () => {
    expect(await test('sendgrid')).toEqual([
      ['sign-in', 'passed', 'The key may send mail'],
      ['write', 'passed', 'to 2 recipients; a test sends nothing'],
    ])
    expect((await test('smtp2go'))[0]).toEqual(['sign-in', 'passed', 'The key is known'])
    expect(given.sendgrid.sent.length + given.smtp2go.sent.length).toBe(0)
  })

  it('tells a wrong key from one that may not send', async () => {
    expect((await test('sendgrid', {}, 'wrong'))[0]).toEqual(['sign-in', 'failed', 'SIGN_IN_REFUSED integration_id'])
    expect((await test('smtp2go', {}, 'wrong'))[0]).toEqual(['sign-in', 'failed', 'SIGN_IN_REFUSED integration_id'])
    given.sendgrid.settings.scopes = ['stats.read']
    expect((await test('sendgrid'))[0]).toEqual(['sign-in', 'failed', 'PERMISSION_MISSING integration_id'])
    given.smtp2go.settings.maySeeStatistics = false
    expect((await test('smtp2go'))[0]?.[1]).toBe('passed')
  })

  it('names the field of an address that is none', async () => {
    expect((await test('sendgrid', { to_email: 'nobody' }))[1]).toEqual(['write', 'failed', 'INVALID to_email'])
  })

  it('ends although the vendor does not answer', async () => {
    given.sendgrid.fail('hang')
    const cancel = new AbortController()
    setTimeout(() => cancel.abort(), 50)
    const [stage] = await makeEmailConnector(given.clock).test(
      endpointAt('sendgrid'),
      'destination',
      contextOf(given, cancel.signal),
    )
    expect(stage?.problem?.code).toBe('VENDOR_UNAVAILABLE')
  })
})
