import type { DataCheck } from '../../../core/catalog/checks/data-checks.ts'
import type { TargetRequest } from '../../ports/destination.ts'
import { type SqlNotation, STAGED_ROWS } from '../../ports/staged-query.ts'

/** The stream whose staged rows are queried. */
export type CheckedStream = Pick<TargetRequest, 'target' | 'columns' | 'mode'>

/**
 * The SELECT that a check needs: it finds the rows that do not pass, or for `freshness` the latest time.
 * @returns nothing for a check that needs only the number of rows
 */
export function queryOf(check: DataCheck, stream: CheckedStream, notation: SqlNotation): string | undefined {
  const { quote } = notation
  const every = `SELECT * FROM ${STAGED_ROWS}`
  switch (check.type) {
    case 'row_count':
      return undefined
    case 'not_null':
      return `${every} WHERE ${check.columns.map((name) => `${quote(name)} IS NULL`).join(' OR ')}`
    case 'unique': {
      const names = check.columns.map(quote)
      const list = names.join(', ')
      const filled = names.map((name) => `${name} IS NOT NULL`).join(' AND ')
      if (notation.readsOnce) {
        const own = stream.columns.flatMap(({ name, generated }) => (generated ? [] : quote(name))).join(', ')
        const counted = `SELECT ${own}, COUNT(*) OVER (PARTITION BY ${list}) AS ${TIMES} FROM ${STAGED_ROWS} WHERE ${filled}`
        return `SELECT ${own} FROM (${counted}) counted WHERE ${TIMES} > 1`
      }
      const repeated = `SELECT ${list} FROM ${STAGED_ROWS} WHERE ${filled} GROUP BY ${list} HAVING COUNT(*) > 1`
      const isRepeated = names.map((name) => `${STAGED_ROWS}.${name} = repeated.${name}`).join(' AND ')
      // A join, because MariaDB would execute a condition with IN once for each row.
      return `SELECT ${STAGED_ROWS}.* FROM ${STAGED_ROWS} JOIN (${repeated}) repeated ON ${isRepeated}`
    }
    case 'accepted_values':
      return `${every} WHERE ${quote(check.column)} IS NOT NULL AND ${isOther(check, stream, notation)}`
    case 'freshness':
      return `SELECT MAX(${quote(check.column)}) AS newest FROM ${STAGED_ROWS}`
    case 'foreign_key': {
      const { columns, target, keys = columns } = check
      const own = columns.map((name) => `${STAGED_ROWS}.${quote(name)}`)
      const filled = own.map((name) => `${name} IS NOT NULL`).join(' AND ')
      const isSame = own.map((name, at) => `there.${quote(keys[at] ?? '')} = ${name}`).join(' AND ')
      const there = notation.tableOf?.(target) ?? target
      return `${every} WHERE ${filled} AND NOT EXISTS (SELECT 1 FROM ${there} there WHERE ${isSame})`
    }
    case 'sql':
      return check.query.trim().replace(/;+$/, '')
  }
}

/** A name that no column of a stream has. */
const TIMES = '_millrace_times'

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i
const NUMBERS: readonly string[] = ['integer', 'decimal', 'float']

/** Numbers are compared as numbers, so that `5` accepts 5.00; all other values by their characters. */
function isOther(
  { column, values }: Extract<DataCheck, { type: 'accepted_values' }>,
  { columns }: CheckedStream,
  { quote, literal, asText }: SqlNotation,
): string {
  const kind = columns.find(({ name }) => name === column)?.value.kind ?? 'other'
  const areNumbers = NUMBERS.includes(kind) && values.every((value) => NUMBER.test(value))
  return areNumbers
    ? `${quote(column)} NOT IN (${values.join(', ')})`
    : `${asText(quote(column))} NOT IN (${values.map(literal).join(', ')})`
}
