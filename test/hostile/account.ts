import type { RunningPostgres } from '../support/postgres/start-postgres.ts'

export interface Told {
  readonly status: number
  readonly body: unknown
}

/** A person with an organization, who calls whatever they like. */
export interface Account {
  readonly url: string
  /** The path of the first organization. */
  readonly base: string
  readonly headers: Readonly<Record<string, string>>
  /** Never throws; a call that is not answered has the status 0. */
  call(method: string, path: string, body?: object | string, signal?: AbortSignal): Promise<Told>
  /** Another organization. @returns its path */
  addOrganization(): Promise<string>
  /** A connection to a server, by its address. @returns its path */
  addConnection(type: 'postgres' | 'mysql', credentials: object, base?: string): Promise<string>
  /** A flow from `shop` to `warehouse`. @returns its id */
  addFlow(server: RunningPostgres, steps?: readonly object[], base?: string): Promise<string>
}

export async function signUp(url: string, email: string): Promise<Account> {
  const json = { 'content-type': 'application/json' }
  const { authEmulatorOrigin } = (await (await fetch(`${url}/config.json`)).json()) as { authEmulatorOrigin: string }
  const signedUp = await fetch(`${authEmulatorOrigin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email, password: 'enchantress', returnSecureToken: true }),
  })
  const { idToken } = (await signedUp.json()) as { idToken: string }
  const headers = { ...json, authorization: `Bearer ${idToken}` }

  const call: Account['call'] = async (method, path, body, signal) => {
    const text = typeof body === 'object' ? JSON.stringify(body) : body
    try {
      const answer = await fetch(url + path, { method, headers, body: text ?? null, signal: signal ?? null })
      return { status: answer.status, body: await answer.json().catch(() => undefined) }
    } catch {
      return { status: 0, body: undefined }
    }
  }
  const idOf = async (path: string, body: object) => {
    const told = await call('POST', path, body)
    return (told.body as { id?: string } | undefined)?.id ?? ''
  }
  let names = 0
  const addOrganization = async () =>
    `/v1/organizations/${await idOf('/v1/organizations', { name: `Of ${email} ${names++}` })}`
  const base = await addOrganization()
  const addConnection: Account['addConnection'] = async (type, credentials, of = base) => {
    const name = `Connection ${names++}`
    const integration_id = await idOf(`${of}/integrations`, { name, type, credentials })
    return `${of}/connections/${await idOf(`${of}/connections`, { name, type, integration_id, config: {} })}`
  }
  return {
    ...{ url, base, headers, call, addOrganization, addConnection },
    addFlow: async ({ host, port, user, password }, steps = [], of = base) => {
      const connect = async (dbname: string) => {
        const path = await addConnection('postgres', { host, port, user, password, dbname }, of)
        return { id: path.split('/').at(-1) }
      }
      return idOf(`${of}/flows`, {
        name: `Flow ${names++}`,
        source_connection: await connect('shop'),
        destination_connection: await connect('warehouse'),
        config: {
          streams: [{ entity: 'public.orders', target: `orders_${names++}`, mode: 'replace' }],
          transformations: steps,
        },
      })
    },
  }
}
