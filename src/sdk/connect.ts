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
}

const TIMEOUT_MS = 60_000

const explanation = z.looseObject({
  message: z.optional(z.string()),
  code: z.optional(z.string()),
  details: z.optional(z.record(z.string(), z.unknown())),
})

/**
 * A client of the API, typed by its rows: `connect({ url, key })(ROUTES.getRun, { params: { orgId, runId } })`.
 * @returns a function that makes a call, and throws MillraceError when it is refused or cannot be made
 */
export function connect({ url, key, fetch: send = fetch }: Options) {
  return async function call<R extends Route>(
    route: R,
    { params = {}, query = {}, headers, body }: Request<R>,
  ): Promise<AnswerOf<R>> {
    const address = addressOf(url, route.path, params, query)
    const bearer = typeof key === 'function' ? await key() : key
    const response = await send(address, {
      method: route.method,
      headers: {
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new MillraceError(`${new URL(url).origin} does not answer.`, { code: 'UNREACHABLE' }, { cause })
    })
    const text = await response.text()
    if (!response.ok) throw refusal(response.status, text)
    if (route.response === null) return undefined as AnswerOf<R>
    const parsed = route.response.safeParse(jsonOf(text))
    if (parsed.success) return parsed.data as AnswerOf<R>
    throw new MillraceError(`The answer of ${address.pathname} has an unknown form.`, { code: 'UNKNOWN_ANSWER' })
  }
}

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
  return new MillraceError(message ?? `The server answered ${status}.`, { status, code: code ?? 'REFUSED', details })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
