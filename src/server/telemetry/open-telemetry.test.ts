import { expect, it } from 'vitest'

import { childOf } from '../host/tracing.ts'
import { makeOpenTelemetry } from './open-telemetry.ts'

it('a collector that is away costs the spans that its queue does not hold, counted, and nothing else', async () => {
  let dropped = 0
  const said: string[] = []
  const log = (message: string) => said.push(message)
  const telemetry = makeOpenTelemetry({
    settings: {
      // Nobody listens there.
      endpoint: 'http://127.0.0.1:1',
      ...{ headers: {}, serviceName: 'millrace', sendsTraces: true, sendsMetrics: true, metricsEveryMs: 60_000 },
    },
    counters: {
      count: (_, __, by = 1) => {
        dropped += by
      },
      observe: () => undefined,
    },
    log: { debug: log, info: log, warn: log, error: log },
    families: async () => [],
  })
  const span = { name: 'GET /', kind: 'server', from: 0, until: 1, attributes: {} } as const
  for (let count = 0; count < 2_050; count++) telemetry.tracer.record({ ...span, context: childOf() })
  telemetry.tracer.record({ ...span, context: { ...childOf(), isSampled: false } })
  expect(dropped).toBe(2)

  const begun = Date.now()
  await telemetry.stop()
  expect(Date.now() - begun).toBeLessThan(1_500)
  // The first batch of 512 was lost with the attempt to send it.
  expect(dropped).toBe(514)
  expect(said).toEqual(['telemetry'])
})
