const PING_MS = 15_000

/** A reader with more unread bytes is disconnected; it returns, and resumes after what it has seen. */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024

export interface EventSink {
  /** @param bytes whole events, from `eventBytes`: several readers may share them */
  send(bytes: Uint8Array): void
  /** Aborted when the reader has left, or may no longer read. */
  readonly closed: AbortSignal
}

export const EVENT_HEADERS = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }

const encoder = new TextEncoder()

/** One event in the format of the protocol (WHATWG HTML §9.2). @param id the Last-Event-ID for resuming after it */
export const eventBytes = (event: string, data: unknown, id?: string): Uint8Array =>
  encoder.encode(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

const PING = encoder.encode(': still here\n\n')

/**
 * An open answer of server-sent events. `write` fills it until the reader leaves, or `over` is aborted; comments in between keep
 * proxies from closing a quiet stream.
 */
export function eventStream(request: Request, over: AbortSignal, write: (sink: EventSink) => Promise<void>): Response {
  const closed = new AbortController()
  const signal = AbortSignal.any([request.signal, closed.signal])

  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const close = () => {
          const isOpen = !signal.aborted
          closed.abort()
          if (isOpen) controller.close()
        }
        const send = (bytes: Uint8Array) => {
          if (signal.aborted) return
          controller.enqueue(bytes)
          if ((controller.desiredSize ?? 0) < -MAX_UNREAD_BYTES) close()
        }
        const ping = setInterval(() => send(PING), PING_MS)
        signal.addEventListener('abort', () => clearInterval(ping), { once: true })
        over.addEventListener('abort', close, { once: true })
        send(encoder.encode('retry: 1000\n\n'))
        write({ closed: signal, send })
          .catch(() => undefined)
          .finally(close)
      },
      cancel: () => closed.abort(),
    },
    { highWaterMark: 0, size: (bytes) => bytes.byteLength },
  )
  return new Response(body, { headers: EVENT_HEADERS })
}
