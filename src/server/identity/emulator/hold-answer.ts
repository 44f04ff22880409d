import type { IncomingMessage, ServerResponse } from 'node:http'

/** Calls of the server and the browser that come with every page and change no account. */
const QUESTIONS = /accounts:(lookup|query|createAuthUri|batchGet)\b/

/** The links in the emulator's mails (confirm an address, set a password) are followed by GET. */
const MAIL_LINK = /^\/emulator\/action\b/

export function mayChangeAccounts({ method = '', url = '' }: IncomingMessage): boolean {
  if (method === 'GET') return MAIL_LINK.test(url)
  return method !== 'HEAD' && method !== 'OPTIONS' && !QUESTIONS.test(url)
}

/** Keeps the whole answer back until `kept` settles; when it rejects, 503 goes out in its place. */
export function holdAnswer(response: ServerResponse, kept: () => Promise<void>): void {
  const parts: Buffer[] = []
  const end = response.end.bind(response)
  const collect = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === 'string')
      parts.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'))
    else if (chunk instanceof Uint8Array) parts.push(Buffer.from(chunk))
  }

  const write = (...args: unknown[]) => {
    collect(args[0], args[1])
    callbackOf(args)?.()
    return true
  }
  const finish = (...args: unknown[]) => {
    collect(args[0], args[1])
    kept().then(
      () => end(Buffer.concat(parts), callbackOf(args)),
      () => refuse(response, end),
    )
    return response
  }
  Object.assign(response, { write, end: finish })
}

const callbackOf = (args: readonly unknown[]) =>
  args.find((arg) => typeof arg === 'function') as (() => void) | undefined

function refuse(response: ServerResponse, end: ServerResponse['end']): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  response.statusCode = 503
  response.removeHeader('content-length')
  response.removeHeader('etag')
  response.setHeader('content-type', 'application/json')
  end(
    JSON.stringify({
      error: { code: 503, message: 'UNAVAILABLE : The account could not be saved.', status: 'UNAVAILABLE' },
    }),
  )
}
