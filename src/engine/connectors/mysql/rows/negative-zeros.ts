import type { MysqlSession } from '../driver/mysql-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import type { WrittenColumn } from '../target/plan-write.ts'

const TAB = 0x09
const NEWLINE = 0x0a
const MINUS = 0x2d
const ZERO = 0x30

const FLOATING = /^(float|double|real)\b/i

/** Counts the values -0 in the text of rows, because MariaDB stores them as 0 and says nothing. */
export class NegativeZeros {
  readonly #columns: readonly (string | undefined)[]
  readonly #found = new Map<string, number>()

  constructor(written: readonly Pick<WrittenColumn, 'column' | 'type'>[]) {
    const columns = written.map(({ column, type }) =>
      column.value.kind === 'float' && FLOATING.test(type) ? column.name : undefined,
    )
    this.#columns = columns.some((name) => name !== undefined) ? columns : []
  }

  /** @param text whole rows, as LOAD DATA reads them */
  see(text: Buffer): void {
    if (this.#columns.length === 0 || !(text.includes('-0\t', 0, 'latin1') || text.includes('-0\n', 0, 'latin1')))
      return
    let field = 0
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const byte = text[at]
      if (byte !== TAB && byte !== NEWLINE) continue
      const name = this.#columns[field]
      if (name !== undefined && at - from === 2 && text[from] === MINUS && text[from + 1] === ZERO)
        this.#found.set(name, (this.#found.get(name) ?? 0) + 1)
      field = byte === TAB ? field + 1 : 0
      from = at + 1
    }
  }

  /** How many values of which columns the server has stored as 0. @param staging the table with the rows, as SQL */
  async stored(session: MysqlSession, staging: string): Promise<ReadonlyMap<string, number>> {
    const names = [...this.#found.keys()]
    if (names.length === 0) return this.#found
    // Older versions of MariaDB, and MySQL, keep the sign.
    const [kept] = await session.query(
      `SELECT ${names.map((name, at) => `MAX(${quoteIdentifier(name)} = 0 AND CONCAT(${quoteIdentifier(name)}) LIKE '-%') AS k${at}`).join(', ')} FROM ${staging}`,
    )
    return new Map([...this.#found].filter((_, at) => kept?.[`k${at}`] === '0'))
  }
}
