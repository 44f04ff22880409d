import { camelCased } from '../../../contract/camel-cased.ts'
import { RUN_ROUTES, runEvents } from '../../../contract/runs.ts'
import type { Clock } from '../../../core/auth/clock.ts'
import type { Identity } from '../../../core/auth/identity.ts'
import { CHANGED_KINDS } from '../../../core/catalog/changed-kinds.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { Unsubscribe } from '../../../core/observable.ts'
import type {
  OrganizationEvent,
  OrganizationWatcher,
  RunEvents,
  RunWatcher,
} from '../../../core/runs/live/run-events.ts'
import { urlOf } from '../url-of.ts'
import { readEvents, type ServerEvent } from './read-events.ts'
import { runOf } from './run-of.ts'

export interface HttpRunEventsDeps {
  readonly baseUrl: string
  readonly identity: Pick<Identity, 'tokens'>
  readonly fetch: typeof fetch
  readonly clock: Clock
  /** Milliseconds without a byte after which a connection counts as lost. */
  readonly silentMs?: number
}

/** The server sends something every 15 seconds. */
const SILENT_MS = 45_000

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 30_000

interface Watched {
  readonly route: typeof RUN_ROUTES.watchRun | typeof RUN_ROUTES.watchOrganization
  readonly params: { readonly orgId: string; readonly runId?: string }
  readonly query?: { readonly flow: string | undefined }
  /** The event to resume after; empty: from the beginning. */
  readonly lastId: string
}

/** Server-sent events over fetch: the browser's own EventSource cannot send the bearer token. */
export class HttpRunEvents implements RunEvents {
  readonly #deps: HttpRunEventsDeps
  /** The last event seen of each organization, for the next watcher. */
  readonly #lastIds = new Map<string, string>()

  constructor(deps: HttpRunEventsDeps) {
    this.#deps = deps
  }

  watchRun(orgId: string, runId: string, watcher: RunWatcher): Unsubscribe {
    const onEvent = (event: OrganizationEvent) => {
      if (event.type === 'run' || event.type === 'log') watcher.onEvent(event)
    }
    return this.#watch({ route: RUN_ROUTES.watchRun, params: { orgId, runId }, lastId: '' }, { ...watcher, onEvent })
  }

  watchOrganization(orgId: string, watcher: OrganizationWatcher, flowId?: string): Unsubscribe {
    const lastId = this.#lastIds.get(orgId) ?? ''
    return this.#watch(
      { route: RUN_ROUTES.watchOrganization, params: { orgId }, query: { flow: flowId }, lastId },
      watcher,
    )
  }

  #watch(watched: Watched, watcher: OrganizationWatcher): Unsubscribe {
    const stop = new AbortController()
    void this.#keepOpen(watched, watcher, stop.signal)
    return () => {
      if (stop.signal.aborted) return
      stop.abort()
      watcher.onState?.('closed')
    }
  }

  async #keepOpen(watched: Watched, watcher: OrganizationWatcher, signal: AbortSignal): Promise<void> {
    const { route, params, query } = watched
    let { lastId } = watched
    let delay = FIRST_DELAY_MS
    const seen = ({ name, data, lastId: id }: ServerEvent) => {
      if (signal.aborted) return false
      lastId = id
      if (params.runId === undefined) this.#lastIds.set(params.orgId, id)
      delay = FIRST_DELAY_MS
      const event = eventFromWire(name, data, params.runId)
      if (event) watcher.onEvent(event)
      return event?.type === 'run' && route === RUN_ROUTES.watchRun && event.run.finishedAt !== undefined
    }

    for (let refresh = false; ; ) {
      if (signal.aborted) return
      watcher.onState?.('connecting')
      const ended = await this.#readOnce(urlOf(this.#deps.baseUrl, route.path, params, query), {
        refresh,
        lastId,
        signal,
        seen,
        opened: () => {
          if (!signal.aborted) watcher.onState?.('open')
        },
      })
      if (signal.aborted) return
      if (ended === 'over') return watcher.onState?.('closed')
      if (ended === 'not-offered') return watcher.onState?.('not-offered')
      refresh = ended === 'unauthorized'
      watcher.onState?.('waiting')
      // With a random delay, so that after a restart of the server not all clients return at the same moment.
      await this.#deps.clock.sleep(delay * (0.5 + Math.random() / 2))
      delay = Math.min(delay * 2, LONGEST_DELAY_MS)
    }
  }

  /** One connection from its opening to its end, for any reason. */
  async #readOnce(url: string, { refresh, lastId, signal, seen, opened }: Reading): Promise<Ended> {
    let isOver = false
    const silence = listenForSilence(this.#deps.silentMs ?? SILENT_MS)
    try {
      const tokens = await this.#deps.identity.tokens({ refresh })
      if (!tokens.ok) return tokens.failure.kind === 'network' ? 'lost' : 'over'
      const response = await this.#deps.fetch(url, {
        headers: defined({
          accept: 'text/event-stream',
          authorization: `Bearer ${tokens.value.accessToken}`,
          'last-event-id': lastId || undefined,
        }),
        cache: 'no-store',
        signal: AbortSignal.any([signal, silence.signal]),
      })
      const refused = refusedBy(response.status, refresh)
      if (refused) return refused
      if (!response.ok || !response.body) return 'lost'
      opened()
      const body = response.body.pipeThrough(silence.heard())
      for await (const event of readEvents(body, lastId)) isOver = seen(event) || isOver
    } catch {
      // A lost connection counts like an unannounced end.
    } finally {
      silence.end()
    }
    return isOver ? 'over' : 'lost'
  }
}

/** What a refusal means; nothing for an answer that may be another one next time. @param refresh whether the token was new */
function refusedBy(status: number, refresh: boolean): Ended | undefined {
  if (status === 404 || status === 501) return 'not-offered'
  if (status === 401) return refresh ? 'over' : 'unauthorized'
  return status === 403 ? 'over' : undefined
}

/** A network that is gone may end nothing: the signal is aborted when nothing has been heard for this long. */
function listenForSilence(milliseconds: number) {
  const silent = new AbortController()
  const wait = () => setTimeout(() => silent.abort(), milliseconds)
  let waiting = wait()
  const transform = (bytes: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>) => {
    clearTimeout(waiting)
    waiting = wait()
    controller.enqueue(bytes)
  }
  return {
    signal: silent.signal,
    heard: () => new TransformStream<Uint8Array, Uint8Array>({ transform }),
    end: () => clearTimeout(waiting),
  }
}

/** `over` needs no reconnection: the run has ended, or the person may not watch it. */
type Ended = 'over' | 'lost' | 'unauthorized' | 'not-offered'

interface Reading {
  readonly refresh: boolean
  readonly lastId: string
  readonly signal: AbortSignal
  /** @returns whether no event can follow */
  readonly seen: (event: ServerEvent) => boolean
  readonly opened: () => void
}

/** Nothing for an event of an unknown kind or form. */
function eventFromWire(name: string, data: string, watchedRun: string | undefined): OrganizationEvent | undefined {
  const json = parse(data)
  if (name === 'run') {
    const run = runEvents.run.safeParse(json)
    return run.success ? { type: 'run', run: runOf(camelCased(runEvents.run, run.data)) } : undefined
  }
  if (name === 'log') {
    const { data: row } = runEvents.log.safeParse(json)
    if (!row) return undefined
    const { runId = watchedRun, ...line } = camelCased(runEvents.log, row)
    return runId === undefined ? undefined : { type: 'log', runId, line }
  }
  if (name === 'change') {
    const { data: change } = runEvents.change.safeParse(json)
    const kind = CHANGED_KINDS.find((known) => known === change?.kind)
    return kind && defined({ type: 'change', kind, id: change?.id })
  }
  if (name === 'presence') {
    const { data: row } = runEvents.presence.safeParse(json)
    return row && { type: 'presence', ...camelCased(runEvents.presence, row) }
  }
  return name === 'stale' ? { type: 'stale' } : undefined
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
