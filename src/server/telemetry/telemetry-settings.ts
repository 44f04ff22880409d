/** Where traces and metrics are sent, by the standard variables of OpenTelemetry. */
export interface TelemetrySettings {
  /** The address of a collector, without a slash at its end. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly sendsTraces: boolean
  readonly sendsMetrics: boolean
  readonly metricsEveryMs: number
}
