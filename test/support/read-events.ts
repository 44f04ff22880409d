export interface ServerSentEvent {
  readonly event: string
  readonly id?: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
  readonly data: any
}

/** Reads an event stream until one event is the last that is wanted, or the server ends it. Keeps them all. */
export async function readEvents(
  response: Response,
  isLast: (event: ServerSentEvent) => boolean,
): Promise<ServerSentEvent[]> {
  if (!response.body) throw new Error('no stream')
  const events: ServerSentEvent[] = []
  let text = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const event = parse(text.slice(0, end))
      text = text.slice(end + 2)
      if (!event) continue
      events.push(event)
      if (isLast(event)) return events
    }
  }
  return events
}

function parse(block: string): ServerSentEvent | undefined {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]
  const event = field('event')
  const data = field('data')
  const id = field('id')
  return event === undefined || data === undefined
    ? undefined
    : { event, data: JSON.parse(data), ...(id !== undefined && { id }) }
}
