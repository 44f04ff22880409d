import { setTimeout as sleep } from 'node:timers/promises'

import { ConnectorError } from '../../ports/connector.ts'

export interface PooledSession {
  readonly isOpen: boolean
  close(): Promise<void>
  onClosed(listener: () => void): void
}

/** A server needs a moment to notice that a session has ended; until then it counts. */
const PAUSE_MS = 200
const TRIES = 8

/** Who can do without a session asks again only after this time: each refusal is a line in the server's log. */
const REFUSED_FOR_MS = 10_000

/**
 * Sessions of one end of a run, each for one user at a time. A session with an error is closed, so that the server rolls back, and not reused.
 * If the server allows no further one, a user waits for a session of another user.
 */
export class SessionPool<Session extends PooledSession> {
  readonly #open: () => Promise<Session>
  readonly #idle: Session[]
  readonly #inUse = new Set<Session>()
  #changed = Promise.withResolvers<void>()
  #spare: Session | undefined
  /** In the time of `performance`. */
  #refusedUntil = 0

  /** @param open opens another one if none is idle. */
  constructor(open: () => Promise<Session>, ...idle: readonly Session[]) {
    this.#open = open
    this.#idle = [...idle]
    for (const session of idle) this.#watch(session)
  }

  /** @throws what `open` throws */
  async acquire(): Promise<Session> {
    for (let tries = 1; ; tries++) {
      const lent = await this.#acquireOrWait()
      if ('session' in lent) return lent.session
      if (tries === TRIES) throw lent.refusal
      await this.#giveUpSpare()
      await sleep(PAUSE_MS)
    }
  }

  /** @returns nothing if the server allows no session now, and nobody has one that could be waited for. @throws what `open` throws */
  async acquireIfAllowed(): Promise<Session | undefined> {
    if (this.#idle.length + this.#inUse.size === 0 && performance.now() < this.#refusedUntil) return undefined
    const lent = await this.#acquireOrWait()
    if ('session' in lent) return lent.session
    this.#refusedUntil = performance.now() + REFUSED_FOR_MS
    return undefined
  }

  release(session: Session): void {
    this.#inUse.delete(session)
    this.#idle.push(session)
    this.#change()
  }

  /** Runs work in a session that nobody else uses at the same time. */
  async through<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.acquire()
    try {
      return await work(session)
    } finally {
      this.release(session)
    }
  }

  /** Opens a session that does not belong to the pool; if the server allows no further one, the idle ones are closed for it. */
  async beside(open: () => Promise<Session>): Promise<Session> {
    return openWithRetries(open, async () => {
      if (this.#idle.length === 0) await this.#giveUpSpare()
      await Promise.all(this.#idle.splice(0).map((session) => session.close()))
    })
  }

  /** A session that is better to have, and closed when nobody else can have one, or with the pool. */
  spare(session: Session): void {
    this.#spare = session
  }

  /** Sessions in use are closed by their users. */
  async close(): Promise<void> {
    await Promise.all([this.#giveUpSpare(), ...this.#idle.map((session) => session.close())])
  }

  async #giveUpSpare(): Promise<void> {
    const spare = this.#spare
    this.#spare = undefined
    if (spare?.isOpen) await spare.close()
  }

  /** @returns the refusal of the server if nobody has a session that could be waited for. @throws what else `open` throws */
  async #acquireOrWait(): Promise<{ readonly session: Session } | { readonly refusal: unknown }> {
    for (;;) {
      const idle = this.#takeIdle()
      if (idle) return { session: this.#handOut(idle) }
      try {
        return { session: this.#handOut(await this.#openOne()) }
      } catch (error) {
        if (!isTooMany(error)) throw error
        if (this.#inUse.size === 0) return { refusal: error }
        await this.#changed.promise
      }
    }
  }

  #takeIdle(): Session | undefined {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) if (idle.isOpen) return idle
    return undefined
  }

  async #openOne(): Promise<Session> {
    const session = await this.#open()
    this.#watch(session)
    return session
  }

  #watch(session: Session): void {
    session.onClosed(() => {
      this.#inUse.delete(session)
      this.#change()
    })
  }

  #handOut(session: Session): Session {
    this.#inUse.add(session)
    return session
  }

  #change(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}

/** Opens a session of an account whose other sessions are just ending. @param makeRoom called if the server allows no further one */
export async function openWithRetries<Session>(
  open: () => Promise<Session>,
  makeRoom: () => Promise<unknown> = async () => {},
): Promise<Session> {
  for (let tries = 1; ; tries++) {
    try {
      return await open()
    } catch (error) {
      if (!isTooMany(error) || tries === TRIES) throw error
      await makeRoom()
      await sleep(PAUSE_MS)
    }
  }
}

const isTooMany = (error: unknown): boolean =>
  error instanceof ConnectorError && error.problem.code === 'TOO_MANY_CONNECTIONS'
