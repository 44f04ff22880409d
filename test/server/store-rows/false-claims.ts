import type { ClaimedColumn } from './claims.ts'
import type { AnsweredColumn } from './describe-statement.ts'

/** What columns of Postgres are to the code; `unknown` is JSON, of which only the code that wrote it knows more. */
export const IN_CODE: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer<ArrayBufferLike>',
  float8: 'number',
  int4: 'number',
  int8: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
  _float8: 'number[]',
  _int4: 'number[]',
  _text: 'string[]',
  _uuid: 'string[]',
}

/** What a claim says that the answer does not keep, column by column. */
export function falseClaims(claimed: readonly ClaimedColumn[], answered: readonly AnsweredColumn[]): readonly string[] {
  return claimed.flatMap(({ name, type, isNullable }) => {
    const column = answered.find((other) => other.name === name)
    if (!column) return `${name} is not answered`
    const known = IN_CODE[column.type]
    if (known === undefined) return `${name} is ${column.type}, of which nothing is known`
    if (known !== 'unknown' && known !== type) return `${name} is ${known}, not ${type}`
    return column.isNullable && !isNullable ? `${name} may be null` : []
  })
}
