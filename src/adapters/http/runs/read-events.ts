export interface ServerEvent {
  readonly name: string
  readonly data: string
  /** The last id seen so far; a resumed stream starts after it. */
  readonly lastId: string
}

/**
 * Reads server-sent events from a body (WHATWG HTML §9.2.6). Ends when the body ends; an incomplete
 * event is dropped then, as the standard requires.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>, lastId = ''): AsyncGenerator<ServerEvent> {
  let name = ''
  let data: string[] = []
  for await (const line of linesOf(body)) {
    if (line === '') {
      if (data.length > 0) yield { name: name || 'message', data: data.join('\n'), lastId }
      name = ''
      data = []
      continue
    }
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') name = value
    else if (field === 'data') data.push(value)
    else if (field === 'id' && !value.includes('\0')) lastId = value
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      rest += decoder.decode(value, { stream: true })
      // A lone carriage return at the very end may be the first half of a pair.
      const lines = rest.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      yield* lines
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
