import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { routePath } from 'hono/route'
import type { ClientConfiguration } from '../../contract/configuration.ts'
import { OPERATIONS, type Operation } from '../../contract/requests/operations.ts'
import type { Route } from '../../contract/route.ts'
import type { RouteName } from '../../contract/routes.ts'
import { takeCall } from '../domain/members/take-call.ts'
import type { VerifyToken } from '../domain/people/principal.ts'
import { notFound } from '../domain/request-error.ts'
import { requireWithinFlows } from '../domain/service-members/require-within-flows.ts'
import type { Counters } from '../host/counters.ts'
import type { Log } from '../host/log.ts'
import { withLogContext, withTrace } from '../host/log-context.ts'
import type { Tracer } from '../host/tracing.ts'
import type { Database } from '../store/database/database.ts'
import { inNameOf } from '../store/database/make-in-turn.ts'
import type { Vault } from '../vault/vault.ts'
import { type Answer, bulkHandlers } from './bulk-handlers.ts'
import { makeCallers } from './callers.ts'
import { type CallsOfModels, forModel } from './for-models.ts'
import type { Call, Handler, Handlers } from './handler.ts'
import { addHealth, type Health } from './health.ts'
import { makeKeyedCalls } from './keyed-calls.ts'
import { openApi } from './open-api.ts'
import { asProblemDetails, problemResponse } from './problem.ts'
import { refuseUnknownCall } from './refuse-unknown-call.ts'
import type { CallerAddress } from './requests/caller-address.ts'
import { checkValues } from './requests/check-values.ts'
import { readNamesOnce } from './requests/duplicate-names.ts'
import { inspectValues } from './requests/inspect-values.ts'
import { isList, splitListQuery } from './requests/list-pages.ts'
import { makeRateLimiter } from './requests/rate-limiter.ts'
import { readBody } from './requests/read-body.ts'
import { makeRefusedCalls } from './requests/refused-calls.ts'
import { ifAsSeen } from './requests/seen-state.ts'
import { makeRespond } from './respond.ts'
import { isTaskCall, type TaskCallName } from './task-call.ts'
import { spanOfCall, traceOfCall } from './trace-call.ts'

export interface AppDeps {
  readonly database: Database
  /** Seals kept answers. */
  readonly vault: Vault
  readonly verify: VerifyToken
  readonly handlers: Omit<Handlers, 'performBulk'>
  /** Does the work of calls of tasks. */
  readonly performTask: (name: TaskCallName, call: Call) => Promise<unknown>
  readonly log: Log
  readonly counters: Counters
  readonly tracer: Tracer
  readonly configuration: ClientConfiguration
  readonly health: Health
  /** The built client; nothing for a path that is not a page. */
  readonly pages: (request: Request) => Promise<Response | null>
  /** Answers assistants, which make calls with the key of their message. */
  readonly mcp: (request: Request, ask: (call: Request) => Promise<Response>) => Promise<Response>
  readonly callerAddress: CallerAddress
  /** Whether the public address uses https: browsers then never use another protocol. */
  readonly isHttps: boolean
}

/** Facts about a call besides the request. */
export interface CallEnvironment {
  /** The other end of the socket. */
  readonly remoteAddress: string | undefined
}

/** The limit of calls per person; a browser that reloads a busy page stays far below. */
const PERSON_LIMIT = { calls: 1_200, seconds: 60 }

/** An answer is cached nowhere, and is not a page: if it is opened as one, it may run, load and be framed by nothing. */
const ANSWER_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The API: every row of the contract, each through authenticate → authorize → validate → handler → answer. */
export function createApp(deps: AppDeps): App {
  const { log, configuration, health, pages, mcp, callerAddress, isHttps } = deps
  const app: App = new Hono()
  const callsOfModels = new WeakSet<Request>()
  const callsOfBulk = new WeakSet<Request>()
  const bulk = bulkHandlers({
    answer: (...call) => answer(...call),
    log,
    onCall: (made, of) => {
      callsOfBulk.add(made)
      if (callsOfModels.has(of)) callsOfModels.add(made)
    },
  })
  const answer: Answer = makeAnswer({ ...deps, handlers: { ...deps.handlers, ...bulk }, callsOfModels, callsOfBulk })

  setHeaders(app, isHttps)
  traceCalls(app, deps)
  addHealth(app, health)
  app.get('/config.json', (context) => context.json(configuration, 200, { 'cache-control': 'no-cache' }))
  app.get('/v1/openapi.json', (context) => context.body(description(), 200, { 'content-type': 'application/json' }))

  for (const row of OPERATIONS)
    app.on(row.method, row.path, async ({ req, env }) =>
      answer(row, req.raw, req.param(), callerAddress(req.raw, env?.remoteAddress)),
    )

  app.all('/mcp', async ({ req, env }) => {
    const response = await mcp(req.raw, async (call) => {
      callsOfModels.add(call)
      return app.fetch(forwarded(call, req.header('x-forwarded-for')), env)
    })
    return withAnswerHeaders(response)
  })
  app.notFound(async ({ req }) => {
    const page = req.path.startsWith('/v1/') ? null : await pages(req.raw)
    return page ?? problemResponse(refuseUnknownCall(req), log)
  })
  app.onError((error, { req }) => problemResponse(error, log, { method: req.method, path: req.path }, req.raw.signal))
  return app
}

/** Made once: everybody may ask for it, and it takes a tenth of a second. */
let described: string | undefined
const description = (): string => (described ??= JSON.stringify(openApi(OPERATIONS)))

type App = Hono<{ Bindings: CallEnvironment }>

function setHeaders(app: App, isHttps: boolean): void {
  app.use('*', async (context, next) => {
    await next()
    // Only for this name, because subdomains may belong to others.
    if (isHttps) context.header('strict-transport-security', `max-age=${365 * 24 * 3_600}`)
    context.header('x-content-type-options', 'nosniff')
  })
}

/** Gives each call an id, and records its duration in the metrics and its span in the trace. */
function traceCalls(app: App, { tracer, counters }: Pick<AppDeps, 'tracer' | 'counters'>): void {
  app.use('/v1/*', async (context, next) => {
    const begun = performance.now()
    const requestId = randomUUID()
    const trace = traceOfCall(tracer, context.req.header('traceparent'))
    await withLogContext({ requestId }, () => (trace ? withTrace(trace.context, next) : next()))
    context.res = await asProblemDetails(context.res, context.req.header('accept'))
    const route = `${context.req.method} ${routePath(context, -1)}`
    const labels = { route, status: String(context.res.status) }
    if (trace) tracer.record(spanOfCall({ ...trace, route, status: context.res.status }))
    counters.observe('millrace_http_request_seconds', (performance.now() - begun) / 1_000, labels)
    context.header('x-request-id', requestId)
    for (const [name, value] of Object.entries(ANSWER_HEADERS)) context.header(name, value)
  })
}

/** A call that an assistant makes comes from the address of the assistant. */
function forwarded(call: Request, address: string | undefined): Request {
  if (address !== undefined) call.headers.set('x-forwarded-for', address)
  return call
}

function withAnswerHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(ANSWER_HEADERS)) response.headers.set(name, value)
  return response
}

/** One call from its token to its answer. */
function makeAnswer({
  database,
  vault,
  verify,
  handlers,
  performTask,
  log,
  callsOfModels,
  callsOfBulk,
}: Pick<AppDeps, 'database' | 'vault' | 'verify' | 'performTask' | 'log'> & {
  readonly handlers: Handlers
  readonly callsOfModels: CallsOfModels
  readonly callsOfBulk: Pick<WeakSet<Request>, 'has'>
}): Answer {
  const checkRate = makeRateLimiter()
  const { callerOf, memberOf } = makeCallers({ database, verify, log, checkRate, callsOfModels, callsOfBulk })
  const limitCall = makeLimitCall(database, checkRate)
  const refusedCalls = makeRefusedCalls()
  const keyedCalls = makeKeyedCalls({ database, vault, log })
  const respond = makeRespond()

  return async (row, request, given, address) => {
    const principal = await callerOf(row, request, address)
    if (Object.values(given).some((value) => !UUID.test(value))) throw notFound()
    // Only one notation each, so that another notation never counts as another organization.
    const params = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value.toLowerCase()]))
    // Before any query: a flood of calls reaches the database no more often than other calls.
    // What a person asked for in bulk has a limit of its own, so that pages go on beside it.
    if (principal) checkRate(`${principal.isInBulk ? 'bulk' : 'person'} ${principal.uid}`, PERSON_LIMIT)
    const limited = `${row.method} ${row.path} ${principal?.uid ?? address} ${params['orgId'] ?? ''}`
    refusedCalls.check(limited)
    const keyed = keyedCalls.read(row, principal, params, request)
    const member = await memberOf(row, principal, params['orgId'] ?? '').catch(async (error: unknown) => {
      if (keyed && (await keyedCalls.wasDone(keyed))) return 'done' as const
      throw error
    })
    if (member === 'done') return keyedCalls.repeated()
    const account = member?.account ?? principal?.uid

    const answerMember = async (): Promise<Response> => {
      const query = readQuery(row, params, request)
      // By the query as the handler gets it, so that what is checked is what is used.
      if (member) await requireWithinFlows(database, member, row, subjectOf(row, params, query))
      await refusedCalls.remember(limited, () => limitCall(row, member?.account, address))
      const body = row.request ? await readBody(request, row.request, row.largest) : undefined

      const call = { principal, member, params, query, body, request, address } as Call<Route>
      const perform = (name: RouteName, asked: Call): Promise<unknown> =>
        isTaskCall(name) ? performTask(name, asked) : (handlers[name] as Handler<Route>)(asked)
      const read = (name: RouteName) => perform(name, { ...call, query: {}, body: undefined })
      const handle = () =>
        ifAsSeen(row, call, read, async () => {
          const made = () => perform(row.name, call)
          const shown = member?.person.isForModel ? await forModel(database, row, member, made) : await made()
          return respond(row, shown, { request, caller: account ?? address })
        })
      return keyed ? keyedCalls.answer(keyed, body, handle) : handle()
    }
    return account === undefined ? answerMember() : inNameOf(account, answerMember)
  }
}

/** Counts expensive calls: a flood is refused by this process, everything else over all processes. */
const makeLimitCall =
  (database: Database, checkRate: ReturnType<typeof makeRateLimiter>) =>
  async ({ method, path, limit }: Operation, account: string | undefined, address: string): Promise<void> => {
    if (!limit) return
    const call = `${method} ${path}`
    checkRate(`${call} ${account ?? address}`, limit)
    await takeCall(database, { call, account, address, rate: limit })
  }

/** The flow or the run that a call is about. */
function subjectOf(row: Operation, { flowId, runId }: Readonly<Record<string, string>>, query: unknown) {
  if (row.withinFlows !== 'named-in-query') return { flowId, runId }
  const { flow } = query as { readonly flow?: string }
  return { flowId: flow?.toLowerCase(), runId }
}

function readQuery(row: Operation, params: Readonly<Record<string, string>>, request: Request): unknown {
  const given = readNamesOnce(new URL(request.url).searchParams, params)
  if (!row.query && !isList(row)) return {}
  inspectValues(given)
  const own = isList(row) ? splitListQuery(given)[1] : given
  return row.query ? checkValues(row.query, own) : {}
}
