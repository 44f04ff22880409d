import { monitorEventLoopDelay } from 'node:perf_hooks'

import type { Gauge } from './metrics.ts'

const NANOSECONDS = 1e9

/** The interval of a timer whose delay is measured, in milliseconds. */
const EVERY_MS = 10

export interface ProcessWatch {
  /** Metrics of this process; each call starts a new period for the delays. */
  look(): Gauge[]
  stop(): void
}

export function watchProcess(): ProcessWatch {
  const delays = monitorEventLoopDelay({ resolution: EVERY_MS })
  delays.enable()

  const look = () => {
    const { rss, heapUsed } = process.memoryUsage()
    const gauges = [
      {
        name: 'millrace_event_loop_delay_seconds',
        help: 'How late timers were since the last time somebody asked, by quantile.',
        values: [0.5, 0.99].map((quantile) => ({
          labels: { quantile: String(quantile) },
          // Right after a request there is no delay to report yet.
          value:
            delays.count === 0 ? 0 : Math.max(0, delays.percentile(quantile * 100) / NANOSECONDS - EVERY_MS / 1_000),
        })),
      },
      single('process_resident_memory_bytes', 'Memory that the process has.', rss),
      single('millrace_heap_used_bytes', 'Memory that JavaScript uses.', heapUsed),
    ]
    delays.reset()
    return gauges
  }
  return { look, stop: () => delays.disable() }
}

const single = (name: string, help: string, value: number): Gauge => ({ name, help, values: [{ value }] })
