/** After so many uses a statement is worth a place in the memory of the server. */
const USES = 5

/** Each takes up to 100 kB of each session. */
const MOST = 150

/** What a migration may widen: the server refuses a prepared statement whose columns have changed. */
const ALL_COLUMNS = /(\.|select |returning )\*/

/**
 * Names for statements that a process makes again and again: the server parses and plans them once for a session, and not each time, which takes it
 * longer than most of them.
 */
export class StatementNames {
  readonly #uses = new Map<string, number>()
  readonly #names = new Map<string, string>()

  /** @returns nothing for a statement that is rare */
  nameOf(sql: string): string | undefined {
    const name = this.#names.get(sql)
    if (name !== undefined || this.#names.size >= MOST) return name
    const uses = (this.#uses.get(sql) ?? 0) + 1
    this.#uses.set(sql, uses)
    if (uses < USES || ALL_COLUMNS.test(sql)) return undefined
    const next = `millrace_${this.#names.size}`
    this.#names.set(sql, next)
    this.#uses.delete(sql)
    return next
  }
}
