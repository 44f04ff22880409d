import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError, type Problem } from '../../ports/connector.ts'
import { isInternalError } from '../../ports/internal-error.ts'
import { type Clock, systemClock } from './clock.ts'
import { networkFailure } from './network-failure.ts'
import { DEFAULT_RETRIES, LONGEST_WAIT_MS, pauseBefore, type RetryPolicy, readRetryAfter } from './retry-policy.ts'
import type { VendorAnswer, VendorCall } from './vendor-call.ts'
import { cleaned, problemOfStatus, unavailable, VendorError } from './vendor-error.ts'

const TIMEOUT_MS = 60_000
const MAXIMUM_BYTES = 64 * 1024 * 1024

/** The request before it is sent, for a vendor that requires a signature. */
export interface OutgoingCall {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | undefined
}

/** Headers that authenticate us. */
export type Proof = Readonly<Record<string, string>>

export interface VendorClientOptions {
  /** The vendor's name for people, used in messages: `SendGrid`. */
  readonly vendor: string
  /** Its address; see `VENDORS`. Never a user's input. */
  readonly address: string
  /** Aborts every call. */
  readonly signal: AbortSignal
  /** Called for every attempt. An error here ends the call. */
  readonly authorize?: (call: OutgoingCall) => Proof | Promise<Proof>
  /** Called after a 401, before the single retry: `authorize` must then return new headers. */
  readonly renew?: () => void
  /** The meaning of a refusal in this vendor's API; without a result the status decides. */
  readonly explain?: (answer: VendorAnswer) => Partial<Problem> | undefined
  /** The pause that the vendor asks for, in milliseconds; absent: only Retry-After counts. */
  readonly askedPause?: (headers: Headers, now: number) => number | undefined
  /** Texts that must never be shown. The headers of `authorize` are added to them. */
  readonly secrets?: readonly string[]
  readonly retries?: RetryPolicy
  readonly clock?: Clock
}

export interface VendorClient {
  /** @throws VendorError, the error of `authorize`, or the signal's reason */
  call<T>(call: VendorCall<T>): Promise<T>
}

/** The only way to vendors over HTTP: it follows no redirects, has time limits, and repeats only safe calls. */
export const makeVendorClient = (options: VendorClientOptions): VendorClient => new HttpVendorClient(options)

class HttpVendorClient implements VendorClient {
  readonly #options: VendorClientOptions
  readonly #clock: Clock

  constructor(options: VendorClientOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
  }

  async call<T>(call: VendorCall<T>): Promise<T> {
    const { address, authorize, renew, signal, retries = DEFAULT_RETRIES } = this.#options
    const isRepeatable = call.isRepeatable ?? call.method === 'GET'
    const outgoing = outgoingOf(address, call)
    let isRenewed = false
    for (let retry = 0; ; ) {
      signal.throwIfAborted()
      // Outside of the retry: `authorize` has its own retries.
      const proof = (await authorize?.(outgoing)) ?? {}
      try {
        return await this.#once(outgoing, proof, call)
      } catch (error) {
        if (!(error instanceof VendorError)) throw error
        if (error.status === 401 && renew && !isRenewed) {
          isRenewed = true
          renew()
          continue
        }
        const isWorthIt = error.problem.retryable && (isRepeatable || !error.isAmbiguous)
        if (!isWorthIt || retry >= retries.retries) throw error
        const { askedPause: asked = 0 } = error
        if (asked > LONGEST_WAIT_MS) throw error
        await this.#clock.sleep(Math.max(pauseBefore(retry, retries, this.#clock.random), asked), signal)
        retry++
      }
    }
  }

  async #once<T>(outgoing: OutgoingCall, proof: Proof, call: VendorCall<T>): Promise<T> {
    const { vendor, explain, secrets: known = [], askedPause = readRetryAfter } = this.#options
    const secrets = [...known, ...Object.values(proof).map((value) => value.replace(/^Bearer /, ''))]
    const answer = await this.#exchange(outgoing, proof, call)
    const { status } = answer
    if ((status < 200 || status > 299) && !call.accepts?.includes(status)) {
      const problem = { ...problemOfStatus(status, vendor), ...explain?.(answer) }
      const message = cleaned(problem.message, secrets)
      // Only a server that failed may have executed the call before.
      const isAmbiguous = status === 408 || status >= 500
      const asked = askedPause(answer.headers, this.#clock.now())
      throw new VendorError({ ...problem, message }, { status, isAmbiguous, askedPause: asked })
    }
    try {
      return call.read(answer)
    } catch (error) {
      if (error instanceof ConnectorError || isInternalError(error)) throw error
      const away = unavailable(vendor, sentence`Its answer could not be read.`)
      const problem: Problem = { ...away, code: 'VENDOR_ANSWER_UNREADABLE' }
      throw new VendorError(problem, { status, isAmbiguous: true, cause: error })
    }
  }

  async #exchange<T>(outgoing: OutgoingCall, proof: Proof, call: VendorCall<T>): Promise<VendorAnswer> {
    const { vendor, signal } = this.#options
    const deadline = AbortSignal.timeout(call.timeout ?? TIMEOUT_MS)
    try {
      const { method, url, headers, body } = outgoing
      const response = await fetch(url, {
        method,
        headers: { ...headers, ...proof },
        redirect: 'manual',
        signal: AbortSignal.any([signal, deadline]),
        ...(body instanceof Uint8Array ? uncopied(body) : body !== undefined && { body }),
      })
      const bytes = await readBody(response, call.maximum ?? MAXIMUM_BYTES)
      return { status: response.status, headers: response.headers, bytes }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ConnectorError || isInternalError(error)) throw error
      const { detail, wasSent } = deadline.aborted
        ? { detail: sentence`It did not answer in time.`, wasSent: true }
        : networkFailure(error)
      throw new VendorError(unavailable(vendor, detail), { isAmbiguous: wasSent, cause: error })
    }
  }
}

function outgoingOf<T>(address: string, { method, path, query = [], headers = {}, body }: VendorCall<T>): OutgoingCall {
  const url = new URL(address.replace(/\/$/, '') + path)
  for (const [name, value] of query) url.searchParams.append(name, value)
  if (body === undefined) return { method, url, headers, body }
  if (body instanceof Uint8Array)
    return { method, url, headers: { ...headers, 'content-length': String(body.length) }, body }
  const [type, text] =
    body instanceof URLSearchParams
      ? ['application/x-www-form-urlencoded', body.toString()]
      : ['application/json', JSON.stringify(body)]
  return { method, url, headers: { 'content-type': type, ...headers }, body: text }
}

/** Reads a body to its end. @throws ConnectorError when it is longer than `maximum` bytes */
async function readBody(response: Response, maximum: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maximum) {
      throw new ConnectorError({
        code: 'ANSWER_TOO_LARGE',
        message: sentence`The answer is larger than ${maximum} bytes, which is the most that is read.`,
      })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Number of bytes that are passed to the socket at a time. */
const PIECE_BYTES = 64 * 1024

/**
 * A body for fetch that shares the memory of the bytes, which must not change until the answer arrives: from plain bytes fetch makes
 * three copies, which the garbage collector frees late.
 */
function uncopied(bytes: Uint8Array<ArrayBuffer>): Pick<RequestInit, 'body' | 'duplex'> {
  let at = 0
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (at < bytes.length) controller.enqueue(bytes.subarray(at, at + PIECE_BYTES))
        at += PIECE_BYTES
        if (at >= bytes.length) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { body, duplex: 'half' }
}
