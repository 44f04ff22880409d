import { isMysqlSince8, type MysqlSession } from '../driver/mysql-session.ts'

/**
 * MySQL keeps its catalogue in tables since 8, of which a transaction sees its snapshot, so that the present is asked in another session. Where the
 * account may have no further one, the snapshot has to do.
 */
export class PresentSession {
  readonly #open: () => Promise<MysqlSession>
  #opened: Promise<MysqlSession | undefined> | undefined

  constructor(open: () => Promise<MysqlSession>) {
    this.#open = open
  }

  /** @returns a session that sees the present of the catalogue, if possible */
  async beside(session: MysqlSession): Promise<MysqlSession> {
    if (!isMysqlSince8(session.facts)) return session
    this.#opened ??= this.#open().catch(() => undefined)
    const other = await this.#opened
    if (other?.isOpen) return other
    this.#opened = undefined
    return session
  }

  async close(): Promise<void> {
    await (await this.#opened)?.close()
  }
}
