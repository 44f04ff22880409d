import { randomBytes, randomUUID } from 'node:crypto'
import type { RunRetries } from '../../src/server/domain/runs/retry-pause.ts'
import type { Log } from '../../src/server/host/log.ts'
import { compose } from '../../src/server/main/compose.ts'
import { readConfig } from '../../src/server/main/config.ts'
import { makeTokenMint, PROJECT, type TokenMint } from './firebase-tokens.ts'
import { type PostgresOptions, type RunningPostgres, startPostgres } from './postgres/start-postgres.ts'
import { run } from './run-sql.ts'
import { storeStatements } from './store-statements.ts'

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any
  readonly headers: Headers
}

export interface Api {
  /** Calls as a signed-in person; no person, no token. */
  call(
    as: string | null,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>
  /** The raw answer, for event streams and whatever else is no JSON; each call from an address of its own unless told. */
  fetch(as: string | null, path: string, init?: RequestInit, address?: string): Promise<Response>
  /** A new organization of a person. @returns its id */
  organizationOf(uid: string, name?: string): Promise<string>
  /** Signs what the server believes. */
  readonly mint: TokenMint
  readonly postgres: RunningPostgres
  readonly storeUrl: string
  readonly masterKey: Uint8Array
  /** Every line that the server logged. */
  readonly logged: string[]
  stop(): Promise<void>
}

interface ApiOptions {
  readonly takesRuns?: boolean
  readonly masterKey?: Uint8Array
  /** The store of another server, which knows the same people, and its key; a new one unless told. */
  readonly beside?: Store & Partial<Pick<Api, 'masterKey'>>
  /** Of a built client; none unless told. */
  readonly clientFolder?: string
  /** How long runs wait before they are tried again; not at all unless told. */
  readonly runRetries?: RunRetries
  /** Whether runs have processes of their own, as in production. */
  readonly startsTasks?: boolean
  /** Variables of the server's environment. */
  readonly environment?: Readonly<Record<string, string>>
}

/** A token holds for an hour; a soak goes on for longer. */
const TOKEN_KEPT_MS = 30 * 60_000

/** The whole server in this process, on a real Postgres, with tokens signed by a key of the test. */
export async function startApi({
  takesRuns = true,
  startsTasks = false,
  clientFolder = '/nonexistent',
  environment = {},
  // Nobody waits in a test for what passes by itself.
  runRetries = { base: 0, longest: 0 },
  beside,
  masterKey = beside?.masterKey ?? randomBytes(32),
}: ApiOptions = {}): Promise<Api> {
  const { postgres, storeUrl, mint } = beside ?? (await newStore())
  const logged: string[] = []
  const write = (message: string, fields?: object) => void logged.push(`${message} ${JSON.stringify(fields ?? {})}`)
  const log: Log = { debug: write, info: write, warn: write, error: write }

  const application = await compose({
    config: readConfig({ FIREBASE_PROJECT_ID: PROJECT, FIREBASE_API_KEY: 'key', ...environment }),
    databaseUrl: storeUrl,
    auth: {
      kind: 'firebase',
      projectId: PROJECT,
      apiKey: 'key',
      authDomain: `${PROJECT}.firebaseapp.com`,
      keys: mint.keys,
    },
    masterKey,
    takesRuns,
    startsTasks,
    // Most tests need none, and each would be a quarter of a second of a core.
    warmsSteps: false,
    runRetries,
    clientFolder,
    log,
  })
  await application.start()

  const tokens = new Map<string, { readonly token: Promise<string>; readonly mintedAt: number }>()
  const tokenOf = (uid: string) => {
    const known = tokens.get(uid)
    if (known && performance.now() - known.mintedAt < TOKEN_KEPT_MS) return known.token
    const token = mint.mint({ sub: uid })
    tokens.set(uid, { token, mintedAt: performance.now() })
    return token
  }
  let calls = 0
  const nextAddress = () => `10.${(++calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
  const send = async (as: string | null, path: string, init: RequestInit = {}, address = nextAddress()) => {
    const headers = new Headers(init.headers)
    if (as !== null) headers.set('authorization', `Bearer ${await tokenOf(as)}`)
    return application.fetch(new Request(`http://api.test${path}`, { ...init, headers }), address)
  }
  const call: Api['call'] = async (as, method, path, body, headers = {}) => {
    const init = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const response = await send(as, path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...init,
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers }
  }

  return {
    call,
    fetch: send,
    organizationOf: async (uid, organizationName = `${uid}’s`) =>
      (await call(uid, 'POST', '/v1/organizations', { name: organizationName })).body.id as string,
    mint,
    postgres,
    storeUrl,
    masterKey,
    logged,
    stop: async () => {
      await application.stop()
      if (!beside) await postgres.stop()
    },
  }
}

/** One for all servers of this process: to make its key takes a tenth of a second. */
let mint: Promise<TokenMint> | undefined

/** What `newStore` has made. */
export type Store = Pick<Api, 'storeUrl' | 'mint' | 'postgres'>

/** The same for all servers of this process. */
let statements: Promise<readonly string[]> | undefined

/** The store of this version, still without an organization, for servers that share it, on a Postgres that the caller stops. */
export async function newStore(options: PostgresOptions = {}): Promise<Store> {
  statements ??= storeStatements()
  const postgres = await startPostgres({ ...options, first: { name: 'store', statements: await statements } })
  return storeAt(postgres, (name) => `alter database store rename to ${name}`)
}

/** An empty database for a store, on a Postgres that the caller stops. */
export async function emptyStore(options: PostgresOptions = {}): Promise<Store> {
  const postgres = await startPostgres(options)
  return storeAt(postgres, (name) => `create database ${name} ${postgres.strategy}`)
}

async function storeAt(postgres: RunningPostgres, make: (name: string) => string): Promise<Store> {
  const name = `store_${randomUUID().slice(0, 8)}`
  await run(postgres.url, make(name))
  mint ??= makeTokenMint()
  return { postgres, storeUrl: postgres.url.replace(/\/[^/]*$/, `/${name}`), mint: await mint }
}
