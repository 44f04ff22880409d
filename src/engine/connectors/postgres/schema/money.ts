import { quoteLiteral } from './quote-identifier.ts'

/** The decimals of `money` where a session has `lc_monetary = 'C'`. */
export const OWN_DIGITS = 2

/**
 * `money` stores a whole number of the smallest unit of a currency, and only `lc_monetary` tells how many decimals it has. Sessions have the locale C,
 * in which every amount has two; so the number comes from what is stored, whatever the locale of the session.
 * @see https://www.postgresql.org/docs/current/datatype-money.html
 */
const units = (sql: string) => `('x' || pg_catalog.encode(pg_catalog.cash_send(${sql}), 'hex'))::bit(64)::bigint`

/** The SQL of an amount as a number of its currency. */
export const moneyNumber = (sql: string, digits: number): string =>
  digits === 0 ? units(sql) : `(${units(sql)} * 0.${'1'.padStart(digits, '0')})`

/** The SQL of the same for the text of a list; a list of numbers has the decimals of the session's locale, so the point is moved. */
function listText(list: string, digits: number): string {
  const whole = `pg_catalog.replace(${list}, '.', '')`
  const filled = `pg_catalog.regexp_replace(${whole}, '([0-9]+)', '${'0'.repeat(digits)}\\1', 'g')`
  const point = digits === 0 ? '' : `.\\2`
  return `pg_catalog.regexp_replace(${filled}, '0*([0-9]+)([0-9]{${digits}})(?![0-9])', '\\1${point}', 'g')`
}

/** The SQL of a list of amounts as JSON. */
export const moneyJson = (sql: string, digits: number): string =>
  listText(`pg_catalog.array_to_json((${sql})::numeric[])::text`, digits)

/** The SQL of an amount, or of a list of them, as a session with the locale C reads it back as the same money. */
export function moneyInC(sql: string, isList: boolean): string {
  if (!isList) return moneyNumber(sql, OWN_DIGITS)
  const text = `(${sql})::numeric[]::text`
  // The bounds of a list that does not begin at 1 are not amounts.
  const bounds = `COALESCE(pg_catalog."substring"(${text}, '^[^{]*'), '')`
  return `(${bounds} || ${listText(`pg_catalog."substring"(${text}, '[{].*$')`, OWN_DIGITS)})`
}

/** The SQL of an amount from a mark. Marks of earlier versions are `money` in the notation of the locale C, such as `-$12.34`. */
export function amountOf(text: string, digits: number): string {
  if (/^-?[0-9.]+$/.test(text)) return `${quoteLiteral(text)}::numeric`
  return `'${text.startsWith('-') ? '-' : ''}${text.replace(/\D/g, '')}e-${digits}'::numeric`
}
