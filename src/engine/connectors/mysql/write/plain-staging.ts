import { quoteIdentifier } from '../schema/quote-identifier.ts'

/** The number of a staged row, from 1, in the order in which rows arrived. */
export const STAGED_ROW = 'millrace_row'

export interface PlainStaging {
  /** Written columns that the target has. */
  readonly columns: readonly string[]
  /** Columns of which the target takes only the last row with the same values; all are staged, because it may refuse the last. */
  readonly key: readonly string[]
}

/** SQL for a staging table with the columns of the target and none of its constraints, so that rows that break one arrive too. */
export function plainStaging(target: string, { columns, key }: PlainStaging): string {
  const index = key.length > 0 ? `, KEY (${key.map(quoteIdentifier).join(', ')})` : ''
  return `(${STAGED_ROW} BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY${index}) ENGINE = InnoDB
    SELECT ${columns.map(quoteIdentifier).join(', ')} FROM ${target} LIMIT 0`
}
