import { randomUUID } from 'node:crypto'
import { defined } from '../../core/catalog/defined.ts'
import type { Counters } from '../host/counters.ts'
import type { Log } from '../host/log.ts'
import type { Span, Tracer } from '../host/tracing.ts'
import { VERSION } from '../host/version.ts'
import type { Family } from '../metrics/metrics.ts'
import { otlpMetrics } from './otlp-metrics.ts'
import { attributesOf, nanoseconds, type Resource } from './otlp-values.ts'
import { makePost } from './post.ts'
import type { TelemetrySettings } from './telemetry-settings.ts'

export interface OpenTelemetry {
  readonly tracer: Tracer
  start(): void
  /** Sends what is left, for a second at most. */
  stop(): Promise<void>
}

export interface TelemetryOptions {
  readonly settings: TelemetrySettings
  readonly counters: Counters
  readonly log: Log
  readonly families: () => Promise<readonly Family[]>
}

/** Spans that wait for a collector; the ones that come when it is full are dropped. */
const QUEUE = 2_048

const BATCH = 512

const SPANS_EVERY_MS = 5_000

const TIMEOUT_MS = 10_000

const LAST_MS = 1_000

/** Sends traces and metrics to the operator's collector by OTLP over HTTP, in JSON. A collector that is slow or away costs its spans, and nothing else. */
export function makeOpenTelemetry({ settings, counters, log, families }: TelemetryOptions): OpenTelemetry {
  const { serviceName, sendsTraces, sendsMetrics, metricsEveryMs } = settings
  const since = Date.now()
  const resource: Resource = {
    'service.name': serviceName,
    'service.version': VERSION,
    'service.instance.id': randomUUID(),
  }
  const queue: Span[] = []
  let sending: Promise<void> | undefined
  const timers: NodeJS.Timeout[] = []

  const post = makePost(settings, log)
  const sendSpans = async (timeoutMs: number) => {
    while (queue.length > 0) {
      const batch = queue.splice(0, BATCH)
      if (await post('/v1/traces', otlpSpans(resource, batch), timeoutMs)) continue
      counters.count('millrace_spans_dropped_total', {}, batch.length)
      return
    }
  }
  const flush = (timeoutMs = TIMEOUT_MS): Promise<void> => {
    sending ??= sendSpans(timeoutMs).finally(() => {
      sending = undefined
    })
    return sending
  }
  const sendMetrics = async (timeoutMs = TIMEOUT_MS) => {
    const found = await families().catch(() => undefined)
    if (found) await post('/v1/metrics', otlpMetrics(resource, found, since, Date.now()), timeoutMs)
  }
  let measuring: Promise<void> | undefined
  const measure = () => {
    measuring ??= sendMetrics().finally(() => {
      measuring = undefined
    })
  }

  return {
    tracer: {
      isOn: sendsTraces,
      record: (span) => {
        if (!sendsTraces || !span.context.isSampled) return
        if (queue.length >= QUEUE) counters.count('millrace_spans_dropped_total')
        else queue.push(span)
      },
    },
    start: () => {
      if (sendsTraces) timers.push(setInterval(() => void flush(), SPANS_EVERY_MS).unref())
      if (sendsMetrics) timers.push(setInterval(measure, metricsEveryMs).unref())
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      const last = Promise.all([flush(LAST_MS), measuring, sendsMetrics ? sendMetrics(LAST_MS) : undefined])
      await Promise.race([last, new Promise((resolve) => setTimeout(resolve, LAST_MS).unref())])
    },
  }
}

const KINDS: Readonly<Record<Span['kind'], number>> = { internal: 1, server: 2 }

const ERROR = 2

/** The body of `/v1/traces`: opentelemetry.io/docs/specs/otlp, in JSON. */
const otlpSpans = (resource: Resource, spans: readonly Span[]) => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf(resource) },
      scopeSpans: [{ scope: { name: 'millrace' }, spans: spans.map(spanOf) }],
    },
  ],
})

const spanOf = ({ name, context, parentSpanId, kind, from, until, attributes, error }: Span) => ({
  traceId: context.traceId,
  spanId: context.spanId,
  ...defined({ parentSpanId }),
  name,
  kind: KINDS[kind],
  startTimeUnixNano: nanoseconds(from),
  endTimeUnixNano: nanoseconds(until),
  attributes: attributesOf(attributes),
  ...defined({ status: error === undefined ? undefined : { code: ERROR, message: error } }),
})
