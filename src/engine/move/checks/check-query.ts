import type { DataCheck } from '../../../core/catalog/checks/data-checks.ts'
import { type SqlNotation, STAGED_ROWS } from '../../ports/staged-query.ts'
import type { TargetRequest } from '../../ports/target-request.ts'

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
      // MySQL says of 0000-00-00 in a column that accepts no NULL that it IS NULL, but not of a value of an expression.
      return `${every} WHERE ${check.columns.map((name) => `COALESCE(${quote(name)}) IS NULL`).join(' OR ')}`
    case 'unique': {
      const names = check.columns.map(quote)
      const list = check.columns.flatMap((name) => exactly(name, stream, notation)).join(', ')
      const filled = names.map((name) => `${name} IS NOT NULL`).join(' AND ')
      if (notation.readsOnce) {
        const own = stream.columns.flatMap(({ name, generated }) => (generated ? [] : quote(name))).join(', ')
        const counted = `SELECT ${own}, COUNT(*) OVER (PARTITION BY ${list}) AS ${TIMES} FROM ${STAGED_ROWS} WHERE ${filled}`
        return `SELECT ${own} FROM (${counted}) counted WHERE ${TIMES} > 1`
      }
      const repeated = `SELECT ${names.join(', ')} FROM ${STAGED_ROWS} WHERE ${filled} GROUP BY ${list} HAVING COUNT(*) > 1`
      const isRepeated = check.columns
        .map((name) => areSame(name, [`${STAGED_ROWS}.${quote(name)}`, `repeated.${quote(name)}`], stream, notation))
        .join(' AND ')
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
      const isSame = columns
        .map((name, at) =>
          areSame(name, [`there.${quote(keys[at] ?? '')}`, `${STAGED_ROWS}.${quote(name)}`], stream, notation),
        )
        .join(' AND ')
      const there = notation.tableOf?.(target) ?? target
      // A join, because MariaDB keeps what a condition with EXISTS has found for all texts that its collation takes for the same.
      return `SELECT ${STAGED_ROWS}.* FROM ${STAGED_ROWS} LEFT JOIN ${there} there ON ${isSame} WHERE ${filled} AND there.${quote(keys[0] ?? '')} IS NULL`
    }
    case 'sql':
      return check.query.trim().replace(/;+$/, '')
  }
}

const isLoose = (name: string, { columns }: CheckedStream, { comparesLoosely }: SqlNotation): boolean =>
  comparesLoosely === true && columns.some((column) => column.name === name && column.value.kind === 'text')

/** By what rows are grouped, so that a group has equal texts; the server may find more texts equal. */
const exactly = (name: string, stream: CheckedStream, notation: SqlNotation): readonly string[] => {
  const own = notation.quote(name)
  return isLoose(name, stream, notation) ? [own, notation.asText(own)] : [own]
}

/** Whether two expressions have the value of a column, which are not NULL. */
function areSame(
  name: string,
  [one, other]: readonly [string, string],
  stream: CheckedStream,
  notation: SqlNotation,
): string {
  if (!isLoose(name, stream, notation)) return `${one} = ${other}`
  // The first part can use an index.
  return `${one} = ${other} AND ${notation.asText(one)} = ${notation.asText(other)}`
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
