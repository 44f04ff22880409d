/** One call as it left the client. */
export interface RecordedCall {
  readonly method: string
  /** With its query, if any. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** What was sent as JSON; undefined for an empty body. */
  readonly body: unknown
}

export const HOST = 'https://api.example.test'

export interface Entity {
  readonly id: string
  readonly [field: string]: unknown
}

interface Asked {
  readonly path: readonly string[]
  readonly body: Readonly<Record<string, unknown>>
}

type Answer = (asked: Asked) => unknown

/** What a browser lets through to another origin that allows what the specification names, and nothing else. */
const ALLOWED_HEADERS = ['authorization', 'content-type', 'accept']

/**
 * An API host that implements the specification to the letter and nothing beyond it: its calls, its fields, the least
 * answer where it shows none, and 404 for everything else. It writes down every call.
 */
export function makeSpecOnlyApi() {
  const state = {
    organizations: [
      { id: 'org-1', name: 'Analytical Engines' },
      { id: 'org-2', name: 'Difference Engines' },
    ] as Entity[],
    integrations: [] as Entity[],
    connections: [] as Entity[],
    flows: [] as Entity[],
    members: [{ id: 'member-1', roles: ['owner'] }] as Entity[],
  }
  const calls: RecordedCall[] = []
  const planned: { readonly call: string; readonly response: () => Response }[] = []
  let made = 0

  const add = (name: keyof typeof state, fields: object): Entity => {
    const entity = { ...fields, id: `${name}-${++made}` }
    state[name].push(entity)
    return entity
  }
  const replace = (name: keyof typeof state, id: string | undefined, fields: object): Entity | Response => {
    const known = state[name].find((entity) => entity.id === id)
    if (!known) return missing()
    const changed = { ...known, ...fields, id: known.id }
    state[name].splice(state[name].indexOf(known), 1, changed)
    return changed
  }
  const find = (name: keyof typeof state, id: string | undefined) =>
    state[name].find((entity) => entity.id === id) ?? missing()
  const remove = (name: keyof typeof state, id: string | undefined) => {
    state[name] = state[name].filter((entity) => entity.id !== id)
    return new Response(null, { status: 204 })
  }
  const asFlow = ({ source_connection, destination_connection, config }: Asked['body'], id?: string) => ({
    ...(id && { id }),
    source_connection,
    destination_connection,
    config: { transformations: (config as { transformations?: unknown } | undefined)?.transformations ?? [] },
  })
  const masked = (integration: Entity | Response) =>
    integration instanceof Response
      ? integration
      : {
          ...integration,
          credentials: Object.fromEntries(
            Object.entries((integration['credentials'] as object | undefined) ?? {}).map(([name, value]) => [
              name,
              /password|key|secret|token/.test(name) ? '********' : value,
            ]),
          ),
        }
  const text = (words: string, status = 200) => new Response(words, { status })

  const organization = '/v1/organizations/:'
  /** Section 7, row by row. */
  const rows: Readonly<Record<string, Answer>> = {
    'GET /v1/organizations': () => state.organizations,
    'POST /v1/organizations': ({ body }) => Response.json(add('organizations', body), { status: 201 }),
    [`PUT ${organization}`]: ({ path, body }) => replace('organizations', path[2], body),
    [`DELETE ${organization}`]: ({ path }) => remove('organizations', path[2]),
    [`GET ${organization}/members`]: () => state.members,
    [`POST ${organization}/invitations`]: ({ body }) => body,
    [`PUT ${organization}/members/:`]: ({ path, body }) => replace('members', path[4], body),
    [`DELETE ${organization}/members/:`]: ({ path }) => {
      remove('members', path[4])
      return text('removed')
    },
    'POST /v1/invitations/accept': () => text('accepted'),

    [`GET ${organization}/dashboard`]: () => ['as', 'returned'],
    [`GET ${organization}/billing/status`]: () => ({ totals: 'as returned' }),
    [`POST ${organization}/billing/checkout-session`]: ({ body }) => ({
      url: `https://pay.example/checkout/${body['plan_id']}`,
    }),
    [`POST ${organization}/billing/customer-portal-session`]: () => ({ url: 'https://pay.example/portal' }),

    [`GET ${organization}/integrations`]: () => state.integrations.map(masked),
    [`POST ${organization}/integrations`]: ({ body }) => masked(add('integrations', body)),
    [`PATCH ${organization}/integrations/:`]: ({ path, body }) => masked(replace('integrations', path[4], body)),
    [`DELETE ${organization}/integrations/:`]: ({ path }) => remove('integrations', path[4]),
    [`GET ${organization}/integrations/:/details`]: ({ path }) => masked(find('integrations', path[4])),
    [`GET ${organization}/integrations/google/auth/start`]: () => ({ auth_url: 'https://accounts.example/consent' }),

    [`GET ${organization}/connections`]: () => state.connections,
    [`POST ${organization}/connections`]: ({ body }) => add('connections', { capability: 'both', ...body }),
    [`PATCH ${organization}/connections/:`]: ({ path, body }) => replace('connections', path[4], body),
    [`DELETE ${organization}/connections/:`]: ({ path }) => remove('connections', path[4]),
    [`POST ${organization}/connections/test`]: () => text('passed'),
    [`POST ${organization}/connections/:/test`]: () => text(''),
    [`POST ${organization}/connections/:/discover`]: () => ({ entities: [{ name: 'Orders' }, { name: 'mart.sales' }] }),

    [`GET ${organization}/flows`]: () => state.flows,
    [`GET ${organization}/flows/:`]: ({ path }) => find('flows', path[4]),
    [`POST ${organization}/flows`]: ({ body }) => add('flows', asFlow(body)),
    [`PATCH ${organization}/flows/:`]: ({ path, body }) =>
      replace('flows', path[4], asFlow({ ...state.flows.find(({ id }) => id === path[4]), ...body })),
    [`DELETE ${organization}/flows/:`]: ({ path }) => remove('flows', path[4]),
    [`POST ${organization}/flows/:/run`]: () => text('started'),

    'GET /v1/users/me': () => ({}),
    'PATCH /v1/users/me': () => text(''),
    'POST /v1/users/sync-profile': () => text('synchronized'),
  }

  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const { pathname, search, origin } = new URL(String(input))
    const headers = Object.fromEntries(new Headers(init.headers))
    const method = init.method ?? 'GET'
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    calls.push({ method, path: pathname + search, headers, body })
    if (origin !== HOST) throw new TypeError('Failed to fetch')
    if (Object.keys(headers).some((name) => !ALLOWED_HEADERS.includes(name))) throw new TypeError('Failed to fetch')

    const own = planned.findIndex(({ call }) => matches(call, method, pathname))
    if (own >= 0) return planned.splice(own, 1)[0]?.response() ?? missing()
    const row = rowFor(Object.keys(rows), method, pathname)
    const answer = row && rows[row]?.({ path: pathname.slice(1).split('/'), body: body ?? {} })
    return answer instanceof Response ? answer : answer === undefined ? missing() : Response.json(answer)
  }

  return {
    fetch,
    calls,
    state,
    add,
    /** How the next call of that method and path (`:` stands for any one part) is answered instead. */
    answerNext: (call: string, response: () => Response) => void planned.push({ call, response }),
  }
}

export type SpecOnlyApi = ReturnType<typeof makeSpecOnlyApi>

const missing = () => new Response('404 page not found', { status: 404, statusText: 'Not Found' })

const pattern = (path: string) => new RegExp(`^${path.replace(/:/g, '[^/]+')}$`)

const matches = (call: string, method: string, pathname: string): boolean => {
  const [wanted, path = ''] = call.split(' ')
  return wanted === method && pattern(path).test(pathname)
}

/** The row with the fewest parameters that fits: `connections/test` before `connections/:`. */
const rowFor = (rows: readonly string[], method: string, pathname: string): string | undefined =>
  rows
    .filter((call) => matches(call, method, pathname))
    .sort((left, right) => left.split(':').length - right.split(':').length)[0]
