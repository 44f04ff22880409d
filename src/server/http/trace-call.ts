import { defined } from '../../core/catalog/defined.ts'
import { childOf, parseTraceparent, type Span, type TraceContext, type Tracer } from '../host/tracing.ts'

interface TracedCall {
  readonly context: TraceContext
  readonly parentSpanId: string | undefined
  /** Milliseconds since 1970. */
  readonly from: number
}

/** A call begins, perhaps as a part of the caller's trace. @returns nothing if no traces are recorded */
export function traceOfCall(tracer: Tracer, traceparent: string | undefined): TracedCall | undefined {
  if (!tracer.isOn) return undefined
  const parent = parseTraceparent(traceparent)
  return { context: childOf(parent), parentSpanId: parent?.spanId, from: Date.now() }
}

/** The span of an answered call. @param route the method and the pattern of the path, without ids */
export function spanOfCall({
  route,
  status,
  ...span
}: TracedCall & { readonly route: string; readonly status: number }): Span {
  const [method = '', path = ''] = route.split(' ')
  return {
    ...span,
    name: route,
    kind: 'server',
    until: Date.now(),
    attributes: { 'http.request.method': method, 'http.route': path, 'http.response.status_code': status },
    ...defined({ error: status >= 500 ? String(status) : undefined }),
  }
}
