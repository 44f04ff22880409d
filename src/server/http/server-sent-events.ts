const PING_MS = 15_000

export interface EventSink {
  send(event: string, data: unknown, id?: string): void
  /** Fires when the reader has gone. */
  readonly closed: AbortSignal
}

/**
 * An open answer of server-sent events (WHATWG HTML §9.2). `write` fills it until the reader goes;
 * comments in between keep proxies from closing a quiet stream.
 */
export function eventStream(request: Request, write: (sink: EventSink) => Promise<void>): Response {
  const encoder = new TextEncoder()
  const closed = new AbortController()
  const signal = AbortSignal.any([request.signal, closed.signal])

  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const push = (text: string) => {
        if (!signal.aborted) controller.enqueue(encoder.encode(text))
      }
      const ping = setInterval(() => push(': still here\n\n'), PING_MS)
      signal.addEventListener('abort', () => clearInterval(ping), { once: true })
      const sink: EventSink = {
        closed: signal,
        send: (event, data, id) =>
          push(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
      }
      push('retry: 1000\n\n')
      write(sink)
        .catch(() => undefined)
        .finally(() => {
          const isOpen = !signal.aborted
          closed.abort()
          if (isOpen) controller.close()
        })
    },
    cancel: () => closed.abort(),
  })
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }
  return new Response(body, { headers })
}
