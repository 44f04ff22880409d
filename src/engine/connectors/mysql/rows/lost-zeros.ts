import { NegativeZeros } from '../../../formats/common-text/negative-zeros.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import type { WrittenColumn } from '../target/plan-write.ts'

/** Whether a column of this type may lose the sign of a zero. */
export const isFloating = (type: string): boolean => /^(float|double|real)\b/i.test(type)

/** Of the columns that a load writes. */
export const lostZerosOf = (written: readonly Pick<WrittenColumn, 'column' | 'type'>[]): LostZeros =>
  new LostZeros(
    written.map(({ column, type }) => (column.value.kind === 'float' && isFloating(type) ? column.name : undefined)),
  )

/** Counts the values -0 in the text of rows, because MariaDB stores them as 0 and says nothing. */
export class LostZeros {
  readonly #zeros: NegativeZeros

  /** @param columns as in `NegativeZeros` */
  constructor(columns: readonly (string | undefined)[]) {
    this.#zeros = new NegativeZeros(columns)
  }

  /** @param text whole rows, as LOAD DATA reads them */
  see(text: Buffer): void {
    if (this.#zeros.isNeeded && (text.includes('-0\t', 0, 'latin1') || text.includes('-0\n', 0, 'latin1')))
      this.#zeros.see(text, 0, text.length)
  }

  /** How many values of which columns the server has stored as 0. @param staging the table with the rows, as SQL */
  stored(session: MysqlSession, staging: string): Promise<ReadonlyMap<string, number>> {
    return storedZeros(session, staging, this.#zeros)
  }
}

/** The same of values that were counted elsewhere. */
export async function storedZeros(
  session: MysqlSession,
  staging: string,
  { found }: Pick<NegativeZeros, 'found'>,
): Promise<ReadonlyMap<string, number>> {
  const names = [...found.keys()]
  if (names.length === 0) return found
  // Older versions of MariaDB, and MySQL, keep the sign.
  const [kept] = await session.query(
    `SELECT ${names.map((name, at) => `MAX(${quoteIdentifier(name)} = 0 AND CONCAT(${quoteIdentifier(name)}) LIKE '-%') AS k${at}`).join(', ')} FROM ${staging}`,
  )
  return new Map([...found].filter((_, at) => kept?.[`k${at}`] === '0'))
}
