import { randomBytes } from 'node:crypto'

/** The place of a span in a trace: w3.org/TR/trace-context */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  /** Whether whoever began the trace wants it to be recorded. */
  readonly isSampled: boolean
}

export interface Span {
  readonly name: string
  readonly context: TraceContext
  readonly parentSpanId?: string | undefined
  /** `server`: the answer to a call of somebody else. */
  readonly kind: 'server' | 'internal'
  /** Milliseconds since 1970. */
  readonly from: number
  readonly until: number
  readonly attributes: Readonly<Record<string, string | number>>
  /** Why it failed, as a code. */
  readonly error?: string | undefined
}

/** Records what happened, if the operator has asked for it. No method throws or waits. */
export interface Tracer {
  readonly isOn: boolean
  record(span: Span): void
}

export const NO_TRACER: Tracer = { isOn: false, record: () => {} }

const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-.*)?$/

/** @returns nothing for a header that is absent, malformed, or of an unknown form */
export function parseTraceparent(text: string | null | undefined): TraceContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(text ?? '') ?? []
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId) || text?.startsWith('ff')) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export const traceparentOf = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

/** A span below another one; without one, the first of a new trace. */
export const childOf = (parent?: TraceContext): TraceContext => ({
  traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
  isSampled: parent?.isSampled ?? true,
})

/** The span of a run, the same in every process and attempt. @param traceparent of the call that asked for the run, if there was one */
export function traceOfRun(runId: string, traceparent: string | null | undefined): TraceContext {
  const digits = runId.replaceAll('-', '').toLowerCase()
  const parent = parseTraceparent(traceparent)
  return { traceId: parent?.traceId ?? digits, spanId: digits.slice(16), isSampled: parent?.isSampled ?? true }
}
