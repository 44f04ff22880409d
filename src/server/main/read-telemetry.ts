import type { VariableReader } from '../host/variable-reader.ts'
import type { TelemetrySettings } from '../telemetry/telemetry-settings.ts'
import { parseHttpUrl, parseWithin } from './variable-forms.ts'
import type { VariableName } from './variables.ts'

const EXPORTERS = ['otlp', 'none'] as const

/** The standard variables of OpenTelemetry. @returns nothing without an address, if nothing should be sent, and in the sandbox, which nothing leaves */
export function readTelemetry(read: VariableReader<VariableName>, isSandbox: boolean): TelemetrySettings | undefined {
  const endpoint = read.parsed('OTEL_EXPORTER_OTLP_ENDPOINT', 'a URL such as http://127.0.0.1:4318', parseHttpUrl)
  const headers = read.secret('OTEL_EXPORTER_OTLP_HEADERS', 'a list such as "api-key=secret, tenant=42"', parseHeaders)
  const sends = (name: 'OTEL_TRACES_EXPORTER' | 'OTEL_METRICS_EXPORTER') =>
    read.parsed(name, `one of ${EXPORTERS.join(', ')}`, (text) => EXPORTERS.find((known) => known === text)) !== 'none'
  const interval = read.parsed(
    'OTEL_METRIC_EXPORT_INTERVAL',
    'milliseconds from 1000 to 999999',
    parseWithin(1_000, 999_999),
  )
  const serviceName = read.text('OTEL_SERVICE_NAME') ?? 'millrace'
  const [sendsTraces, sendsMetrics] = [sends('OTEL_TRACES_EXPORTER'), sends('OTEL_METRICS_EXPORTER')]
  if (isSandbox || endpoint === undefined || (!sendsTraces && !sendsMetrics)) return undefined
  return {
    serviceName,
    sendsTraces,
    sendsMetrics,
    metricsEveryMs: interval ?? 60_000,
    headers: headers ?? {},
    endpoint: endpoint.replace(/\/$/, ''),
  }
}

const HEADER = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e ]*?)\s*$/

/** Values may be percent-encoded: opentelemetry.io/docs/specs/otel/protocol/exporter */
function parseHeaders(text: string): Readonly<Record<string, string>> | undefined {
  const pairs = text.split(',').map((pair) => HEADER.exec(pair))
  try {
    const headers = pairs.flatMap((pair) => (pair ? [[pair[1]?.toLowerCase(), decodeURIComponent(pair[2] ?? '')]] : []))
    return headers.length === pairs.length ? Object.fromEntries(headers) : undefined
  } catch {
    return undefined
  }
}
