import type { MysqlSession } from '../driver/mysql-session.ts'

/** The sessions that read one snapshot of a source, each for one reader at a time. */
export class ReadingSessions {
  readonly #keeper: MysqlSession
  /** They share the keeper's snapshot for some tables, and may be used only for these. */
  #further: readonly MysqlSession[] = []
  /** Between two statements. */
  readonly #idle: Set<MysqlSession>
  #released = Promise.withResolvers<void>()

  constructor(keeper: MysqlSession) {
    this.#keeper = keeper
    this.#idle = new Set([keeper])
  }

  get count(): number {
    return 1 + this.#further.length
  }

  /** Before anything is read through them. */
  get all(): readonly MysqlSession[] {
    return [this.#keeper, ...this.#further]
  }

  add(further: readonly MysqlSession[]): void {
    this.#further = [...this.#further, ...further]
    for (const session of further) this.#idle.add(session)
  }

  /** Runs work in a session that nobody else uses at the same time: the keeper, or a free session. */
  async through<T>(which: 'keeper' | 'any', work: (session: MysqlSession) => Promise<T>): Promise<T> {
    const session = await this.#acquire(which === 'any' ? [this.#keeper, ...this.#further] : [this.#keeper])
    try {
      return await work(session)
    } finally {
      this.#idle.add(session)
      this.#released.resolve()
      this.#released = Promise.withResolvers()
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#keeper, ...this.#further].map((session) => session.close()))
  }

  /** If no other session is free, a lost one reports its loss. */
  async #acquire(fitting: readonly MysqlSession[]): Promise<MysqlSession> {
    for (;;) {
      const idle = fitting.filter((session) => this.#idle.has(session))
      const session = idle.find(({ isOpen }) => isOpen) ?? idle[0]
      if (session) {
        this.#idle.delete(session)
        return session
      }
      await this.#released.promise
    }
  }
}
