import { readFileSync } from 'node:fs'
import { request } from 'node:http'

import type { WatchedStream } from './watching.ts'

/** Reads all streams at once; the runs carry when they were written as their rows read, in milliseconds of this machine's clock. */
const { streams, seconds } = JSON.parse(readFileSync(0, 'utf8')) as { streams: WatchedStream[]; seconds: number }
const latencies: number[] = []
let open = 0

for (const { url, authorization } of streams) {
  request(url, { headers: { authorization }, agent: false }, (response) => {
    let isOpen = false
    let rest = ''
    response.setEncoding('utf8').on('data', (text: string) => {
      const now = Date.now()
      const events = (rest + text).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        const written = Number(/"rows_read":(\d+)/.exec(event)?.[1])
        if (event.includes('event: run') && written > 0) latencies.push(now - written)
      }
      if (!isOpen && ++open === streams.length) watch()
      isOpen = true
    })
  }).end()
}

function watch(): void {
  console.log('watching')
  // The worker needs a moment to begin.
  setTimeout(
    () => {
      latencies.sort((a, b) => a - b)
      const at = (share: number) => latencies[Math.floor(latencies.length * share)]
      console.log(JSON.stringify({ events: latencies.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) }))
      process.exit(0)
    },
    (seconds + 2) * 1_000,
  )
}
