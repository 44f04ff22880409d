import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const text = z.string()
const number = z.string().regex(/^\d+$/)
const hex = (bytes: number) => z.string().regex(new RegExp(`^(?!0+$)[\\da-f]{${bytes * 2}}$`))
const attributes = z.array(
  z.strictObject({
    key: text.min(1),
    value: z.union([
      z.strictObject({ stringValue: text }),
      z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
      z.strictObject({ doubleValue: z.number() }),
    ]),
  }),
)
const resource = z.strictObject({ attributes })
const scope = z.strictObject({ name: text })
const span = z
  .strictObject({
    ...{ traceId: hex(16), spanId: hex(8), parentSpanId: hex(8).optional(), name: text.min(1) },
    kind: z.int().min(1).max(5),
    ...{ startTimeUnixNano: number, endTimeUnixNano: number, attributes },
    status: z.strictObject({ code: z.int().min(0).max(2), message: text }).optional(),
  })
  .refine((each) => BigInt(each.startTimeUnixNano) <= BigInt(each.endTimeUnixNano), 'ends before it starts')

const point = { startTimeUnixNano: number, timeUnixNano: number, attributes }
const values = z.array(z.strictObject({ ...point, asDouble: z.number() }))
const distribution = z
  .strictObject({
    ...point,
    ...{ count: number, sum: z.number(), explicitBounds: z.array(z.number()), bucketCounts: z.array(number) },
  })
  .refine(
    ({ count, explicitBounds, bucketCounts }) =>
      bucketCounts.length === explicitBounds.length + 1 &&
      bucketCounts.reduce((total, each) => total + Number(each), 0) === Number(count),
    'the buckets do not add up',
  )
const cumulative = { aggregationTemporality: z.literal(2) }
const metric = z.strictObject({
  ...{ name: text.min(1), description: text, unit: text },
  sum: z.strictObject({ ...cumulative, isMonotonic: z.literal(true), dataPoints: values }).optional(),
  gauge: z.strictObject({ dataPoints: values }).optional(),
  histogram: z.strictObject({ ...cumulative, dataPoints: z.array(distribution) }).optional(),
})

/** The requests of OTLP/HTTP in JSON: opentelemetry.io/docs/specs/otlp, github.com/open-telemetry/opentelemetry-proto */
const REQUESTS = {
  '/v1/traces': z.strictObject({
    resourceSpans: z.array(
      z.strictObject({ resource, scopeSpans: z.array(z.strictObject({ scope, spans: z.array(span) })) }),
    ),
  }),
  '/v1/metrics': z.strictObject({
    resourceMetrics: z.array(
      z.strictObject({ resource, scopeMetrics: z.array(z.strictObject({ scope, metrics: z.array(metric) })) }),
    ),
  }),
}

export type CollectedSpan = z.output<typeof span>
export type CollectedMetric = z.output<typeof metric>

export interface OtlpCollector {
  readonly url: string
  readonly spans: CollectedSpan[]
  /** The newest values of each metric. */
  readonly metrics: Map<string, CollectedMetric>
  readonly resources: unknown[]
  readonly headers: IncomingHttpHeaders[]
  /** Why requests were refused. */
  readonly refusals: string[]
  /** It accepts connections, and never answers. */
  isStuck: boolean
  stop(): Promise<void>
}

/** A collector that takes OTLP over HTTP in JSON, and refuses whatever is not of the documented form. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (collector.isStuck) return
    const refuse = (status: number, why: string) => {
      collector.refusals.push(why)
      response.writeHead(status).end()
    }
    if (request.headers['content-type'] !== 'application/json') return refuse(415, 'no JSON')
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    collector.headers.push(request.headers)
    if (request.url === '/v1/traces') {
      const { data, error } = REQUESTS['/v1/traces'].safeParse(body)
      if (!data) return refuse(400, error.message)
      for (const { resource: own, scopeSpans } of data.resourceSpans) {
        collector.resources.push(own)
        collector.spans.push(...scopeSpans.flatMap(({ spans }) => spans))
      }
    } else if (request.url === '/v1/metrics') {
      const { data, error } = REQUESTS['/v1/metrics'].safeParse(body)
      if (!data) return refuse(400, error.message)
      for (const { scopeMetrics } of data.resourceMetrics)
        for (const each of scopeMetrics.flatMap(({ metrics }) => metrics)) collector.metrics.set(each.name, each)
    } else return refuse(404, String(request.url))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const collector: OtlpCollector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ spans: [], metrics: new Map(), resources: [], headers: [], refusals: [], isStuck: false },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return collector
}
