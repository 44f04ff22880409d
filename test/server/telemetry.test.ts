import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type CollectedSpan, type OtlpCollector, startOtlpCollector } from '../stand-ins/otlp-collector.ts'
import { urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { addEnds, endedRun } from '../support/shop.ts'
import { type Api, startApi } from '../support/start-api.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'

// Spans are sent every five seconds.
describe('a collector of OpenTelemetry', { timeout: 60_000 }, () => {
  let api: Api
  let collector: OtlpCollector
  let receiver: WebhookReceiver
  let base: string
  let flowId: string

  beforeAll(async () => {
    collector = await startOtlpCollector()
    receiver = await startWebhookReceiver()
    api = await startApi({
      startsTasks: true,
      environment: {
        OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
        OTEL_EXPORTER_OTLP_HEADERS: 'X-Api-Key=top%20secret, x-tenant=42',
        OTEL_SERVICE_NAME: 'millrace-test',
        OTEL_METRIC_EXPORT_INTERVAL: '1000',
      },
    })
    base = `/v1/organizations/${await api.organizationOf('ada', 'Analytical Engines')}`
    await run(api.postgres.url, 'create database shop')
    await run(api.postgres.url, 'create database warehouse')
    await run(
      urlOfDatabase(api, 'shop'),
      'create table orders (id int primary key); insert into orders values (1), (2)',
    )
    const ends = await addEnds(api, base)
    const config = { streams: [{ entity: 'public.orders', target: 'orders' }], transformations: [] }
    flowId = (await api.call('ada', 'POST', `${base}/flows`, { name: 'Orders', ...ends, config })).body.id
    const channel = { kind: 'webhook', url: receiver.url, events: ['succeeded'] }
    await api.call('ada', 'POST', `${base}/alert-channels`, channel)
  })
  afterAll(async () => {
    await api.stop()
    await collector.stop()
    await receiver.stop()
  })

  const runNow = async (headers: Record<string, string> = {}) => {
    const { body } = await api.call('ada', 'POST', `${base}/flows/${flowId}/run`, undefined, headers)
    await endedRun(api, base, body.run_id)
    return String(body.run_id)
  }
  const spanOf = (name: string, traceId: string) =>
    collector.spans.find((span) => span.name === name && span.traceId === traceId)
  const collected = async (name: string, traceId: string): Promise<CollectedSpan> => {
    await expect.poll(() => spanOf(name, traceId), { timeout: 15_000 }).toBeDefined()
    return spanOf(name, traceId) as CollectedSpan
  }

  it('gets the run in the trace of the caller, down to the phases of a table, and the webhook goes on with it', async () => {
    const runId = await runNow({ traceparent: `00-${TRACE}-${CALLER}-01` })
    const whole = await collected('run Orders', TRACE)
    const call = await collected('POST /v1/organizations/:orgId/flows/:flowId/run', TRACE)
    const attempt = await collected('attempt 1', TRACE)
    const stream = await collected('stream public.orders', TRACE)
    expect(call).toMatchObject({ parentSpanId: CALLER, kind: 2 })
    expect(whole).toMatchObject({ parentSpanId: call.spanId })
    expect(attempt).toMatchObject({ parentSpanId: whole.spanId })
    expect(stream).toMatchObject({ parentSpanId: attempt.spanId })
    const phases = collector.spans.filter(({ parentSpanId }) => parentSpanId === stream.spanId)
    expect(phases.map(({ name }) => name)).toEqual(['moving', 'checking', 'committing'])
    const valuesOf = ({ attributes }: CollectedSpan) =>
      Object.fromEntries(attributes.map(({ key, value }) => [key, value]))
    expect(valuesOf(whole)).toMatchObject({
      'millrace.run.id': { stringValue: runId },
      'millrace.rows_written': { intValue: '2' },
      'millrace.run.status': { stringValue: 'succeeded' },
    })

    await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(1)
    expect(receiver.received[0]?.headers['traceparent']).toBe(`00-${TRACE}-${whole.spanId}-01`)
    expect(receiver.received[0]?.message).not.toHaveProperty('traceparent')
    expect(collector.refusals).toEqual([])
    expect(collector.headers[0]).toMatchObject({ 'x-api-key': 'top secret', 'x-tenant': '42' })
    expect(JSON.stringify(collector.resources[0])).toContain('millrace-test')
  })

  it('gets a trace of its own for a run that nobody traces, and nothing of a trace that its caller does not record', async () => {
    const unsampled = 'a'.repeat(32)
    await runNow({ traceparent: `00-${unsampled}-${CALLER}-00` })
    const runId = await runNow()
    await expect
      .poll(() => collector.spans.filter(({ name }) => name === 'run Orders').length, { timeout: 15_000 })
      .toBe(2)
    const own = collector.spans.findLast(({ name }) => name === 'run Orders')
    expect(own?.spanId).toBe(runId.replaceAll('-', '').slice(16))
    expect(collector.spans.some(({ traceId }) => traceId === unsampled)).toBe(false)
  })

  it('gets the same metrics as /metrics', async () => {
    const text = await (await api.fetch(null, '/metrics', {}, '127.0.0.1')).text()
    const names = [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].map(([, name, type]) => `${name} ${type}`)
    const kindOf = ({ sum, histogram }: { sum?: unknown; histogram?: unknown }) =>
      sum ? 'counter' : histogram ? 'histogram' : 'gauge'
    await expect
      .poll(() => new Set([...collector.metrics.values()].map((each) => `${each.name} ${kindOf(each)}`)))
      .toEqual(new Set(names))
    await expect
      .poll(() => collector.metrics.get('millrace_runs_ended_total')?.sum?.dataPoints)
      .toMatchObject([{ asDouble: 3 }])
  })

  it('that never answers delays no run, and the process ends all the same', async () => {
    collector.isStuck = true
    const begun = Date.now()
    await runNow()
    expect(Date.now() - begun).toBeLessThan(5_000)
  })
})
