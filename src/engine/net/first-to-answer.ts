import { isIPv6 } from 'node:net'

/** Milliseconds after which the next address is tried beside those before it: the Connection Attempt Delay of RFC 8305, section 5. */
const NEXT_AFTER_MS = 250

/** Milliseconds that each address has. */
const DEADLINE_MS = 10_000

/** A name may have thousands of addresses, and each would cost a socket. */
const MAX_ADDRESSES = 16

interface Race<T> {
  /** In the resolver's order. */
  readonly addresses: readonly string[]
  /** Rejects with the signal's reason when it is aborted. */
  readonly open: (address: string, signal: AbortSignal) => Promise<T>
  /** Takes what was opened when another one had been faster. */
  readonly discard: (opened: T) => void
}

/**
 * Happy eyeballs (RFC 8305): tries addresses of both families in turn, each beside those that are still silent, and takes the first that answers.
 * @throws AggregateError with the failure of every address, or the signal's reason
 */
export async function firstToAnswer<T>({ addresses, open, discard }: Race<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const tried = alternating(addresses).slice(0, MAX_ADDRESSES)
  const over = new AbortController()
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const failures: unknown[] = []
  let begun = 0
  let timer: NodeJS.Timeout | undefined

  const tryNext = () => {
    clearTimeout(timer)
    const address = tried[begun]
    if (over.signal.aborted || address === undefined) return
    begun++
    timer = setTimeout(tryNext, NEXT_AFTER_MS)
    open(address, AbortSignal.any([over.signal, AbortSignal.timeout(DEADLINE_MS)])).then(succeed, fail)
  }
  const succeed = (opened: T) => {
    if (over.signal.aborted) return discard(opened)
    resolve(opened)
    over.abort()
  }
  const fail = (error: unknown) => {
    failures.push(error)
    if (failures.length === tried.length) reject(new AggregateError(failures))
    else tryNext()
  }
  const abort = () => {
    reject(signal.reason)
    over.abort(signal.reason)
  }
  signal.addEventListener('abort', abort)
  if (tried.length === 0) reject(new AggregateError([]))
  tryNext()
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

/** RFC 8305, section 4: the family of the first address begins, and the families take turns. */
function alternating(addresses: readonly string[]): readonly string[] {
  const isSix = isIPv6(addresses[0] ?? '')
  const first = addresses.filter((address) => isIPv6(address) === isSix)
  const second = addresses.filter((address) => isIPv6(address) !== isSix)
  const turns = Math.max(first.length, second.length)
  return Array.from({ length: turns }, (_, turn) => [first[turn], second[turn]])
    .flat()
    .filter((address) => address !== undefined)
}
