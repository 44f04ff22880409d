import { sentence } from '../../../core/catalog/sentence.ts'
import type { Principal, VerifyToken } from '../../domain/people/principal.ts'
import { RequestError } from '../../domain/request-error.ts'
import { authenticate } from '../authenticate.ts'
import { EVENT_HEADERS, type EventSink, eventStream } from './server-sent-events.ts'

/** Two for each page of a browser, and ten pages are enough for a person. */
const MAX_PER_PERSON = 20

/** A revoked key sees nothing after 2 s; together with the cache time of local accounts, a disabled account after 5 s. */
const RECHECK_MS = 1_500

const LONGEST_TIMER_MS = 2 ** 31 - 1

/** @throws RequestError too many when the person has too many open streams */
export type OpenEventStream = (
  request: Request,
  principal: Principal,
  write: (sink: EventSink) => Promise<void>,
) => Response

/**
 * A stream is authorized once and then continues. So each ends with the token that opened it, and as soon as the token would be
 * refused. Counted in this process, like rates.
 */
export function makeEventStreams(verify: VerifyToken): OpenEventStream {
  const open = new Map<string, number>()

  return (request, { uid, expiresAt }, write) => {
    // Who asks only for the headers reads no event, and would leave the stream open.
    if (request.method === 'HEAD') return new Response(null, { headers: EVENT_HEADERS })
    const others = open.get(uid) ?? 0
    if (others >= MAX_PER_PERSON) {
      const message = sentence`You already follow live updates in ${MAX_PER_PERSON} places, which is the maximum. Close a page.`
      throw new RequestError('too-many', 'TOO_MANY_STREAMS', message)
    }
    open.set(uid, others + 1)
    const over = new AbortController()
    const end = () => over.abort()

    const recheck = async () => {
      // An unavailable sign-in service has not refused anybody.
      const isStillGood = await authenticate(request, verify).catch(() => true)
      if (!isStillGood) end()
    }
    const rechecking = setInterval(() => void recheck(), RECHECK_MS)
    const expiry = setTimeout(end, Math.min(Math.max(0, expiresAt * 1_000 - Date.now()), LONGEST_TIMER_MS))

    return eventStream(request, over.signal, async (sink) => {
      try {
        await write(sink)
      } finally {
        clearInterval(rechecking)
        clearTimeout(expiry)
        const left = (open.get(uid) ?? 1) - 1
        if (left === 0) open.delete(uid)
        else open.set(uid, left)
      }
    })
  }
}
