interface PooledSession {
  readonly isOpen: boolean
  close(): Promise<void>
}

/** Sessions of one end of a run, each used by one at a time. One that went wrong is closed, so that the server takes everything back, and not lent again. */
export class SessionPool<Session extends PooledSession> {
  readonly #open: () => Promise<Session>
  readonly #idle: Session[]

  /** @param open makes another one where none is idle. */
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

  /** Does something through a session that nobody else uses meanwhile. */
  async through<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.lend()
    try {
      return await work(session)
    } finally {
      this.giveBack(session)
    }
  }

  /** Those that are lent are their users' to end. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.map((session) => session.close()))
  }
}
