import { defined } from '../../core/catalog/defined.ts'
import type { Span } from '../host/tracing.ts'
import { attributesOf, nanoseconds, type Resource } from './otlp-values.ts'

const KINDS: Readonly<Record<Span['kind'], number>> = { internal: 1, server: 2 }

const ERROR = 2

/** The body of `/v1/traces`: opentelemetry.io/docs/specs/otlp, in JSON. */
export const otlpSpans = (resource: Resource, spans: readonly Span[]) => ({
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
