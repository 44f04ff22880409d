import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { type SmtpStandIn, startSmtp } from '../stand-ins/smtp.ts'
import { urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { addEnds, endedRun } from '../support/shop.ts'
import { type Api, startApi } from '../support/start-api.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'

// Each makes several runs, one after the other.
describe('alerts', { timeout: 120_000 }, () => {
  let api: Api
  let beside: Api
  let smtp: SmtpStandIn
  let receiver: WebhookReceiver
  let base: string
  let ends: object
  let shop: string

  beforeAll(async () => {
    smtp = await startSmtp()
    receiver = await startWebhookReceiver()
    const environment = { SMTP_URL: smtp.url, PUBLIC_URL: 'https://millrace.example.com' }
    // Whoever is first sends, so both must open what is sealed.
    const masterKey = randomBytes(32)
    api = await startApi({ environment, masterKey })
    beside = await startApi({ environment, masterKey, beside: api, takesRuns: false })
    base = `/v1/organizations/${await api.organizationOf('ada', 'Analytical Engines')}`
    await run(api.postgres.url, 'create database shop')
    await run(api.postgres.url, 'create database warehouse')
    shop = urlOfDatabase(api, 'shop')
    await run(shop, 'create table orders (id int primary key, qty int)')
    await run(shop, 'insert into orders select n, n from generate_series(1, 100) n')
    ends = await addEnds(api, base)
  })
  afterAll(async () => {
    await beside.stop()
    await api.stop()
    await receiver.stop()
    await smtp.stop()
  })
  beforeEach(async () => {
    receiver.answer(200, 'thanks')
    await run(api.storeUrl, 'delete from millrace.alert_channels')
  })

  const sql = (statement: string, values?: unknown[]) => run(api.storeUrl, statement, values)
  const addFlow = async (name: string, more: object = {}): Promise<string> => {
    const config = { streams: [{ entity: 'public.orders', target: name.toLowerCase() }], transformations: [] }
    const { status, body } = await api.call('ada', 'POST', `${base}/flows`, { name, ...ends, config, ...more })
    expect(status).toBe(201)
    return body.id
  }
  const addWebhook = async (more: object = {}) => {
    const events = ['failed', 'recovered', 'late', 'rejected']
    const draft = { kind: 'webhook', url: receiver.url, events, ...more }
    const { status, body } = await api.call('ada', 'POST', `${base}/alert-channels`, draft)
    expect(status, JSON.stringify(body)).toBe(201)
    return body as { id: string; secret: string }
  }
  const runNow = async (flowId: string) => {
    const { body: started } = await api.call('ada', 'POST', `${base}/flows/${flowId}/run`)
    return endedRun(api, base, started.run_id)
  }
  const withoutTable = async (work: () => Promise<unknown>) => {
    await run(shop, 'alter table orders rename to gone')
    await work()
    await run(shop, 'alter table gone rename to orders')
  }
  const deliveries = async () => (await api.call('ada', 'GET', `${base}/alert-deliveries`)).body.deliveries
  /** Until nothing waits to be sent. */
  const finalized = () =>
    expect
      .poll(async () => (await deliveries()).filter(({ state }: { state: string }) => state === 'waiting'), {
        timeout: 40_000,
      })
      .toEqual([])
  const told = (flowId: string) =>
    receiver.received.filter(({ message }) => message.flow?.id === flowId).map(({ message }) => message.type)

  it('tell each success with its receipt to who wants it, and to nobody else', async () => {
    await addWebhook({ events: ['succeeded'] })
    const flowId = await addFlow('Receipts')
    await runNow(flowId)
    await runNow(flowId)
    await finalized()
    expect(told(flowId)).toEqual(['run.succeeded', 'run.succeeded'])
    const [message] = receiver.received.filter(({ message }) => message.flow?.id === flowId)
    expect(message?.message.run).toMatchObject({
      status: 'succeeded',
      rows_written: 100,
      receipt: [
        {
          entity: 'public.orders',
          rows_read: 100,
          rows_written: 100,
          rows_rejected: 0,
          check: 'verified',
          hash: expect.stringMatching(/^[\da-f]{64}$/),
        },
      ],
    })
  })

  it.each(['slack', 'teams', 'pagerduty'])('are sent to %s in its own form, unsigned', async (kind) => {
    const key = kind === 'pagerduty' ? { routing_key: 'R0UT1NG-KEY' } : {}
    const { id, secret } = await addWebhook({ kind, ...key })
    expect(secret).toBeUndefined()
    const before = receiver.received.length
    const { body } = await api.call('ada', 'POST', `${base}/alert-channels/${id}/test`)
    expect(body).toMatchObject({ state: 'delivered', status: 200 })
    const { message, headers } = receiver.received[before] ?? {}
    expect(headers).not.toHaveProperty('webhook-signature')
    expect(JSON.stringify(message)).toContain('Test message of Analytical Engines')
    if (kind === 'pagerduty') expect(message).toMatchObject({ routing_key: 'R0UT1NG-KEY', event_action: 'trigger' })
    const { body: listed } = await api.call('ada', 'GET', `${base}/alert-channels`)
    expect(JSON.stringify(listed)).not.toContain('R0UT1NG-KEY')
  })

  it('are not sent to PagerDuty without its key, which a change keeps unless another is given', async () => {
    const draft = { kind: 'pagerduty', url: receiver.url, events: ['failed'] }
    expect(await api.call('ada', 'POST', `${base}/alert-channels`, draft)).toMatchObject({
      status: 422,
      body: { details: { field: 'routing_key' } },
    })
    const { id } = await addWebhook({ ...draft, routing_key: 'first' })
    const keyOf = async () => {
      await api.call('ada', 'POST', `${base}/alert-channels/${id}/test`)
      return receiver.received.at(-1)?.message.routing_key
    }
    const path = `${base}/alert-channels/${id}`
    await api.call('ada', 'PUT', path, { ...draft, events: ['late'] })
    expect(await keyOf()).toBe('first')
    await api.call('ada', 'PUT', path, { ...draft, routing_key: 'second' })
    expect(await keyOf()).toBe('second')
    const elsewhere = { ...draft, url: `${receiver.url}/elsewhere` }
    expect(await api.call('ada', 'PUT', path, elsewhere)).toMatchObject({
      status: 422,
      body: { code: 'SECRET_REQUIRED', details: { field: 'routing_key' } },
    })
    const { body: log } = await api.call('ada', 'GET', `${base}/audit?action=alert-channel.updated`)
    expect(log.events[0].changes).toEqual([
      { path: ['events'], kind: 'changed', from: 'late', to: 'failed' },
      { path: ['routing_key'], kind: 'changed' },
    ])
    expect((await api.call('ada', 'POST', `${path}/secret`)).status).toBe(422)
    const other = { ...draft, kind: 'slack', routing_key: 'x' }
    expect((await api.call('ada', 'POST', `${base}/alert-channels`, other)).status).toBe(422)
  })

  it('tell each change of a flow once, signed, and never the same twice', async () => {
    const { secret } = await addWebhook()
    const flowId = await addFlow('Orders')
    await withoutTable(async () => {
      await runNow(flowId)
      await runNow(flowId)
    })
    await runNow(flowId)
    await runNow(flowId)
    await finalized()

    expect(told(flowId).toSorted()).toEqual(['flow.failed', 'flow.recovered'])
    const failed = receiver.received.find(({ message }) => message.type === 'flow.failed')
    expect(failed?.isSignedWith(secret)).toBe(true)
    expect(failed?.isSignedWith(`whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false)
    expect(failed?.message).toMatchObject({
      organization: { name: 'Analytical Engines' },
      flow: { id: flowId, name: 'Orders' },
      run: { status: 'failed', error: { code: expect.any(String), message: expect.any(String) } },
      url: expect.stringMatching(/^https:\/\/millrace\.example\.com\/runs\/[\da-f-]{36}$/),
    })
  })

  it('tell of rejected rows when they become more than the channel passes over', async () => {
    await addWebhook({ rejects_above: 50 })
    const strict = await addWebhook({ rejects_above: 5, events: ['rejected'] })
    await run(urlOfDatabase(api, 'warehouse'), 'create table small (id int primary key, qty smallint)')
    const flowId = await addFlow('Small', {
      config: {
        streams: [{ entity: 'public.orders', target: 'small', on_invalid: 'reject' }],
        transformations: [{ id: 'all', type: 'limit', settings: { rows: 1000 } }],
      },
    })
    await run(shop, 'update orders set qty = 100000 where id <= 10')
    expect(await runNow(flowId)).toMatchObject({ status: 'succeeded', streams: [{ rows_rejected: 10 }] })
    await runNow(flowId)
    await run(shop, 'update orders set qty = id')
    await finalized()

    expect(told(flowId)).toEqual(['flow.rejected'])
    expect((await deliveries()).map((delivery: { channel_id: string }) => delivery.channel_id)).toEqual([strict.id])
  })

  it('are tried again where the receiver fails, and say what it said', async () => {
    await addWebhook()
    receiver.answer(503, 'closed for lunch')
    const flowId = await addFlow('Retried')
    await withoutTable(() => runNow(flowId))
    await expect
      .poll(async () => (await deliveries())[0], { timeout: 40_000 })
      .toMatchObject({ state: 'waiting', attempts: 1, status: 503, answer: 'closed for lunch' })

    receiver.answer(204, '')
    // As if the pause were over.
    await sql(`update millrace.alert_deliveries set next_try_at = now() where next_try_at is not null`)
    await sql(`select pg_notify('millrace_alerts', '')`)
    await finalized()
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 2, status: 204, next_try_at: null }])
    const ids = receiver.received
      .filter(({ message }) => message.flow?.id === flowId)
      .map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  it('tell once that a flow is late, whichever process notices it, and that it has recovered', async () => {
    await addWebhook()
    const flowId = await addFlow('Fresh', { freshness_minutes: 60 })
    const becomesLate = () =>
      sql(
        `with late as (update millrace.flows set fresh_until = now() - interval '1 s' where id = $1 returning id)
         select pg_notify('millrace_schedules', '') from late`,
        [flowId],
      )
    const flow = async () => (await api.call('ada', 'GET', `${base}/flows/${flowId}`)).body
    expect(await flow()).toMatchObject({ freshness_minutes: 60, late_since: null })
    await becomesLate()
    await expect.poll(async () => (await flow()).late_since, { timeout: 40_000 }).toEqual(expect.any(String))
    await sql(`select pg_notify('millrace_schedules', '')`)

    await runNow(flowId)
    await finalized()
    expect(told(flowId).toSorted()).toEqual(['flow.late', 'flow.recovered'])
    expect(await flow()).toMatchObject({ late_since: null })
    expect(Date.parse((await flow()).fresh_until)).toBeGreaterThan(Date.now() + 50 * 60_000)

    await api.call('ada', 'PATCH', `${base}/flows/${flowId}`, { enabled: false })
    await becomesLate()
    // Another flow is noticed after it: this one was looked at, and nobody was told.
    const other = await addFlow('Beside', { freshness_minutes: 1 })
    await sql(`update millrace.flows set fresh_until = now() where id = $1`, [other])
    await sql(`select pg_notify('millrace_schedules', '')`)
    await expect.poll(() => told(other), { timeout: 40_000 }).toEqual(['flow.late'])
    expect(told(flowId)).toHaveLength(2)
  })

  it('go to the chosen flows’ channels only, by mail too', async () => {
    const chosen = await addFlow('Chosen')
    const other = await addFlow('Other')
    const draft = { kind: 'email', recipients: ['ops@example.com', 'eve@example.com'], events: ['failed'] }
    await api.call('ada', 'POST', `${base}/alert-channels`, { ...draft, flow_ids: [chosen] })
    await withoutTable(async () => {
      await runNow(other)
      await runNow(chosen)
    })
    await finalized()

    expect(smtp.mails.map(({ to }) => to)).toEqual([['ops@example.com', 'eve@example.com']])
    expect(smtp.mails[0]?.text).toMatch(/^Subject: =\?UTF-8\?.*Chosen/m)
  })

  it('are mailed to each reader in their own language, one mail to those who share it', async () => {
    const email = 'dora@example.com'
    const authorization = `Bearer ${await api.mint.mint({ sub: 'dora', email, email_verified: true })}`
    await api.call(null, 'PATCH', '/v1/users/me', { language: 'de' }, { authorization })
    const draft = {
      kind: 'email',
      events: ['failed'],
      recipients: ['ops@example.com', 'Dora@example.com', 'eve@example.com'],
    }
    const { body } = await api.call('ada', 'POST', `${base}/alert-channels`, draft)
    smtp.mails.length = 0

    expect((await api.call('ada', 'POST', `${base}/alert-channels/${body.id}/test`)).body.state).toBe('delivered')
    expect(smtp.mails.map(({ to, text }) => [to, /^Subject: (.*)$/m.exec(text)?.[1]])).toEqual([
      [['ops@example.com', 'eve@example.com'], 'Test message of Analytical Engines'],
      [['Dora@example.com'], 'Testnachricht von Analytical Engines'],
    ])
  })

  it('are sent again under the same id, without a trace of secrets in what is shown of them', async () => {
    const { id, secret } = await addWebhook({ events: ['succeeded'] })
    const flowId = await addFlow('Sent again')
    receiver.answer(200, `got it, your secret is ${secret}`)
    await runNow(flowId)
    await finalized()
    const [first] = await deliveries()
    const path = `${base}/alert-deliveries/${first.id}`
    const { body: detail } = await api.call('ada', 'GET', path)
    expect(detail).toMatchObject({
      state: 'delivered',
      message_id: first.id,
      answer: 'got it, your secret is ••••••••',
    })
    expect(detail.took_ms).toBeGreaterThanOrEqual(0)

    receiver.answer(503, 'closed for lunch')
    const { body: failed } = await api.call('ada', 'POST', `${path}/replay`)
    expect(failed).toMatchObject({ state: 'given-up', status: 503, replay_of: first.id, attempts: 1 })
    receiver.answer(200, 'thanks')
    const { body: again } = await api.call('ada', 'POST', `${base}/alert-deliveries/${failed.id}/replay`)
    expect(again).toMatchObject({ state: 'delivered', answer: 'thanks', replay_of: first.id })

    const sent = receiver.received.filter(({ message }) => message.flow?.id === flowId)
    expect(sent.map(({ headers }) => headers['webhook-id'])).toEqual([first.id, first.id, first.id])
    expect(sent.map(({ headers }) => headers['millrace-replay'])).toEqual([undefined, 'true', 'true'])
    expect(sent.map(({ body }) => body)).toEqual([detail.body, detail.body, detail.body])
    expect(sent.every((each) => each.isSignedWith(secret))).toBe(true)
    const { body: ofChannel } = await api.call('ada', 'GET', `${base}/alert-deliveries?channel=${id}`)
    expect(ofChannel.deliveries.map((each: { id: string }) => each.id)).toEqual([again.id, failed.id, first.id])
    const { body: audit } = await api.call('ada', 'GET', `${base}/audit?action=alert-channel.sent-again`)
    expect(audit.events).toHaveLength(2)
  })

  it('that wait for their next attempt are tried at once by who has mended the receiver', async () => {
    await addWebhook()
    receiver.answer(503, 'closed for lunch')
    const flowId = await addFlow('Mended')
    await withoutTable(() => runNow(flowId))
    await expect.poll(async () => (await deliveries())[0]?.attempts, { timeout: 40_000 }).toBe(1)
    await expect.poll(async () => (await deliveries())[0]?.answer, { timeout: 40_000 }).toBe('closed for lunch')
    receiver.answer(200, 'open again')
    const [{ id }] = await deliveries()
    const { body } = await api.call('ada', 'POST', `${base}/alert-deliveries/${id}/replay`)
    expect(body).toMatchObject({ id, state: 'delivered', attempts: 2, answer: 'open again' })
    expect(body).not.toHaveProperty('replay_of')
    expect(await deliveries()).toHaveLength(1)
  })

  it('show what was sent to PagerDuty without its key, and are not sent again by mail', async () => {
    const { id } = await addWebhook({ kind: 'pagerduty', routing_key: 'R0UT1NG-KEY' })
    const { body: sent } = await api.call('ada', 'POST', `${base}/alert-channels/${id}/test`)
    const { body: detail } = await api.call('ada', 'GET', `${base}/alert-deliveries/${sent.id}`)
    expect(JSON.parse(detail.body)).toMatchObject({ routing_key: '••••••••', event_action: 'trigger' })

    const draft = { kind: 'email', recipients: ['ops@example.com'], events: ['failed'] }
    const { body: mail } = await api.call('ada', 'POST', `${base}/alert-channels`, draft)
    const { body: mailed } = await api.call('ada', 'POST', `${base}/alert-channels/${mail.id}/test`)
    expect((await api.call('ada', 'GET', `${base}/alert-deliveries/${mailed.id}`)).body).not.toHaveProperty('body')
    expect((await api.call('ada', 'POST', `${base}/alert-deliveries/${mailed.id}/replay`)).status).toBe(422)
  })

  it('tell the end of each run to who follows runs: also one that fails again, is skipped, or is cancelled while it waits', async () => {
    await addWebhook({ events: ['run.failed', 'run.partially_succeeded', 'run.cancelled', 'run.skipped'] })
    const schedule = { cron: '0 6 * * *', timezone: 'UTC' }
    const flowId = await addFlow('Followed', {
      config: { streams: [{ entity: 'public.orders', target: 'followed' }], schedule },
    })
    await withoutTable(async () => {
      await runNow(flowId)
      await runNow(flowId)
    })
    // No worker takes it, because it has no job.
    const [waiting] = await run<{ id: string }>(
      api.storeUrl,
      `insert into millrace.runs (organization_id, flow_id, flow_version, flow_snapshot, trigger)
       select organization_id, flow_id, flow_version, flow_snapshot, trigger from millrace.runs where flow_id = $1 limit 1 returning id`,
      [flowId],
    )
    const dueAt = async () => (await sql('select due_at::text from millrace.flows where id = $1', [flowId]))[0]
    await expect.poll(dueAt, { timeout: 40_000 }).not.toEqual({ due_at: null })
    await sql(`update millrace.flows set due_at = now() where id = $1`, [flowId])
    await sql(`select pg_notify('millrace_schedules', '')`)
    await expect.poll(() => told(flowId), { timeout: 40_000 }).toContain('run.skipped')
    await api.call('ada', 'POST', `${base}/runs/${waiting?.id}/cancel`)
    await expect
      .poll(() => told(flowId).toSorted(), { timeout: 40_000 })
      .toEqual(['run.cancelled', 'run.failed', 'run.failed', 'run.skipped'])
  })

  it.each(['flow.failed', 'run.succeeded', 'flow.late'])('look as docs/alerts.md shows: %s', async (type) => {
    await addWebhook({ events: [type.replace(/^(flow\.|run\.(?=succeeded))/, '')] })
    const flowId = await addFlow('Orders')
    if (type === 'flow.failed') await withoutTable(() => runNow(flowId))
    else await runNow(flowId)
    if (type === 'flow.late') {
      await api.call('ada', 'PATCH', `${base}/flows/${flowId}`, { freshness_minutes: 60 })
      await sql(`update millrace.flows set fresh_until = now() where id = $1`, [flowId])
      await sql(`select pg_notify('millrace_schedules', '')`)
    }
    await expect.poll(() => told(flowId), { timeout: 40_000 }).toEqual([type])
    const sent = receiver.received.find(({ message }) => message.flow?.id === flowId)
    const examples = readFileSync('docs/alerts.md', 'utf8').matchAll(/```json\n(.*?)\n```/gs)
    expect([...examples].map(([, example = '']) => JSON.parse(example))).toContainEqual(asDocumented(sent?.message))
  })

  it('can be tried out: the answer is shown, a redirect is not followed, nothing is tried again', async () => {
    const { id } = await addWebhook()
    const test = async () => (await api.call('ada', 'POST', `${base}/alert-channels/${id}/test`)).body
    expect(await test()).toMatchObject({ event: 'test', state: 'delivered', status: 200, answer: 'thanks' })
    receiver.answer(302, '', { location: 'https://localhost/elsewhere' })
    const before = receiver.received.length
    expect(await test()).toMatchObject({ state: 'given-up', status: 302, answer: expect.stringMatching(/redirects/) })
    expect(receiver.received).toHaveLength(before + 1)

    const closed = await addWebhook({ url: 'https://localhost:1/' })
    const { body } = await api.call('ada', 'POST', `${base}/alert-channels/${closed.id}/test`)
    expect(body).toMatchObject({ state: 'given-up', status: null, answer: expect.stringMatching(/port 1/) })
  })

  it('tell of each channel whether its last message arrived, and why not', async () => {
    const { id } = await addWebhook()
    const last = async () => (await api.call('ada', 'GET', `${base}/alert-channels`)).body.channels[0].last_delivery
    expect(await last()).toBeUndefined()
    await api.call('ada', 'POST', `${base}/alert-channels/${id}/test`)
    expect(await last()).toMatchObject({ state: 'delivered', status: 200, answer: 'thanks' })
    receiver.answer(500, 'broken')
    await api.call('ada', 'POST', `${base}/alert-channels/${id}/test`)
    expect(await last()).toMatchObject({ state: 'given-up', status: 500, answer: 'broken' })
  })

  it('can be tried on this machine: without encryption, and with an inbox that keeps what would be sent', async () => {
    const heard: string[] = []
    const program = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => heard.push(chunk.toString()))
      request.on('end', () => response.end('heard'))
    }).listen(0, '127.0.0.1')
    await once(program, 'listening')
    const { port } = program.address() as AddressInfo
    const { id } = await addWebhook({ url: `http://127.0.0.1:${port}/hook` })
    const { body: sent } = await api.call('ada', 'POST', `${base}/alert-channels/${id}/test`)
    program.close()
    expect(sent).toMatchObject({ state: 'delivered', status: 200, answer: 'heard' })
    expect(JSON.parse(heard.join(''))).toMatchObject({ type: 'test' })

    const draft = { kind: 'inbox', name: 'Try', events: ['failed'] }
    const { status, body: inbox } = await api.call('ada', 'POST', `${base}/alert-channels`, draft)
    expect(status, JSON.stringify(inbox)).toBe(201)
    const { body: kept } = await api.call('ada', 'POST', `${base}/alert-channels/${inbox.id}/test`)
    expect(kept).toMatchObject({ state: 'delivered', answer: 'It is in the inbox.' })
    const { body: shown } = await api.call('ada', 'GET', `${base}/alert-deliveries/${kept.id}`)
    expect(JSON.parse(shown.body)).toMatchObject({ type: 'test', organization: { name: 'Analytical Engines' } })
  })

  it('are signed with the old secret, too, for a day after a rotation, and show no secret a second time', async () => {
    const { id, secret: first } = await addWebhook()
    const { body } = await api.call('ada', 'POST', `${base}/alert-channels/${id}/secret`)
    await api.call('ada', 'POST', `${base}/alert-channels/${id}/test`)
    const last = receiver.received.at(-1)
    expect([first, body.secret].map((secret) => last?.isSignedWith(secret))).toEqual([true, true])

    const shown = JSON.stringify((await api.call('ada', 'GET', `${base}/alert-channels`)).body)
    const stored = JSON.stringify(await sql('select * from millrace.alert_channels'))
    for (const secret of [first, body.secret]) expect(shown + stored).not.toContain(secret)
  })

  it.each([
    [{ kind: 'webhook', url: 'http://example.com/' }, 'url'],
    [{ kind: 'webhook', url: 'https://me:secret@example.com/' }, 'url'],
    [{ kind: 'webhook' }, 'url'],
    [{ kind: 'email' }, 'recipients'],
    [{ kind: 'email', recipients: ['ops'] }, 'recipients.0'],
    [{ kind: 'email', recipients: ['ops@example.com'], events: [] }, 'events'],
    [{ kind: 'email', recipients: ['ops@example.com'], rejects_above: 100 }, 'rejects_above'],
  ])('are refused with %j, by the field', async (draft, field) => {
    const { status, body } = await api.call('ada', 'POST', `${base}/alert-channels`, { events: ['failed'], ...draft })
    expect({ status, field: body.details?.field }).toEqual({ status: 422, field })
  })
})

/** With one id, one hash and one time in place of all. */
const asDocumented = (message: unknown): unknown =>
  JSON.parse(
    JSON.stringify(message)
      .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '…')
      .replaceAll(/"[\da-f]{64}"/g, '"…"')
      .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"2026-03-02T06:00:07.120Z"'),
  )
