interface PooledSession {
  readonly isOpen: boolean
  close(): Promise<void>
}

/** Sessions of one end of a run, each for one user at a time. A session with an error is closed, so that the server rolls back, and not reused. */
export class SessionPool<Session extends PooledSession> {
  readonly #open: () => Promise<Session>
  readonly #idle: Session[]

  /** @param open opens another one if none is idle. */
  constructor(open: () => Promise<Session>, ...idle: readonly Session[]) {
    this.#open = open
    this.#idle = [...idle]
  }

  /** @throws what `open` throws */
  async lend(): Promise<Session> {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) if (idle.isOpen) return idle
    return this.#open()
  }

  giveBack(session: Session): void {
    this.#idle.push(session)
  }

  /** Runs work in a session that nobody else uses at the same time. */
  async through<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.lend()
    try {
      return await work(session)
    } finally {
      this.giveBack(session)
    }
  }

  /** Sessions in use are closed by their users. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.map((session) => session.close()))
  }
}
