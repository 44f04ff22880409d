import { z } from 'zod/mini'

import type { AnswerOf, RequestSchemaOf, Route } from '../contract/route.ts'
import { MillraceError } from './millrace-error.ts'

interface Parameters {
  /** The values of the names in the path. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly headers?: Readonly<Record<string, string>>
}

/** What a call takes; its row determines whether there is a body, and its form. */
type Request<R extends Route> = Parameters &
  (RequestSchemaOf<R> extends z.ZodMiniType
    ? { readonly body: z.input<RequestSchemaOf<R>> }
    : { readonly body?: never })

interface Options {
  /** Of the server: `https://millrace.example`. */
  readonly url: string
  /** Of a service member of an organization, or what gives it before each call; absent for the calls that need none. */
  readonly key?: string | (() => Promise<string>)
  readonly fetch?: typeof fetch
  /**
   * How often a call is made before a network failure, or an answer that passes, is an error; 3 unless told. Calls that change something then
   * have an Idempotency-Key, so that the server does them once.
   */
  readonly tries?: number
  /** Waits this many milliseconds before a repeat. */
  readonly pause?: (ms: number) => Promise<void>
}

const TIMEOUT_MS = 60_000

/** Before the second and each later try; a restart of a server takes about a second. */
const PAUSES_MS = [500, 2_000]

/** Codes of answers that pass by themselves: nothing was done, or the first call is still under way. */
const PASSING: ReadonlySet<string> = new Set(['UNREACHABLE', 'UNAVAILABLE', 'IDEMPOTENCY_IN_PROGRESS'])

/** What a proxy answers while its server restarts; such an answer has no code. */
const OF_PROXIES: ReadonlySet<number | undefined> = new Set([502, 503, 504])

const NO_CODE = 'REFUSED'

/** Whether the same call may be made again in a moment. */
export const passes = (error: unknown): boolean =>
  error instanceof MillraceError &&
  (PASSING.has(error.code) || (error.code === NO_CODE && OF_PROXIES.has(error.status)))

const explanation = z.looseObject({
  message: z.optional(z.string()),
  code: z.optional(z.string()),
  details: z.optional(z.record(z.string(), z.unknown())),
})

/**
 * A client of the API, typed by its rows: `connect({ url, key })(ROUTES.getRun, { params: { orgId, runId } })`.
 * @returns a function that makes a call, and throws MillraceError when it is refused or cannot be made
 */
export function connect({ url, key, fetch: send = fetch, tries = 3, pause = sleep }: Options) {
  const once = async function call<R extends Route>(
    route: R,
    { params = {}, query = {}, headers, body }: Request<R>,
  ): Promise<AnswerOf<R>> {
    const address = addressOf(url, route.path, params, query)
    const bearer = typeof key === 'function' ? await key() : key
    const unreachable = (cause: unknown): never => {
      throw new MillraceError(`${new URL(url).origin} does not answer.`, { code: 'UNREACHABLE' }, { cause })
    }
    const response = await send(address, {
      method: route.method,
      headers: {
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(unreachable)
    const text = await response.text().catch(unreachable)
    if (!response.ok) throw refusal(response.status, text)
    if (route.response === null) return undefined as AnswerOf<R>
    const parsed = route.response.safeParse(jsonOf(text))
    if (parsed.success) return parsed.data as AnswerOf<R>
    throw new MillraceError(`The answer of ${address.pathname} has an unknown form.`, { code: 'UNKNOWN_ANSWER' })
  }
  return async function call<R extends Route>(route: R, request: Request<R>): Promise<AnswerOf<R>> {
    const isKeyed = tries > 1 && route.method !== 'GET' && route.access !== 'public'
    const headers = { ...(isKeyed && { 'idempotency-key': crypto.randomUUID() }), ...request.headers }
    const most = isKeyed || route.method === 'GET' ? tries : 1
    for (let tried = 1; ; tried++) {
      try {
        return await once(route, { ...request, headers })
      } catch (error) {
        if (tried >= most || !passes(error)) throw error
        await pause(PAUSES_MS[tried - 1] ?? 2_000)
      }
    }
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

function addressOf(url: string, path: string, params: Parameters['params'], query: Parameters['query']): URL {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => partOfPath(name, params?.[name] ?? ''))
  const address = new URL(filled, url)
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) address.searchParams.set(name, value)
  return address
}

/** Nothing and dots would name another call. */
function partOfPath(name: string, value: string): string {
  if (/^\.*$/.test(value)) throw new MillraceError(`${name} is missing.`, { code: 'MISSING' })
  return encodeURIComponent(value)
}

function refusal(status: number, text: string): MillraceError {
  const { message, code, details } = explanation.safeParse(jsonOf(text)).data ?? {}
  return new MillraceError(message ?? `The server answered ${status}.`, { status, code: code ?? NO_CODE, details })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
