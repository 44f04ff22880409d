import type pg from 'pg'
import type { Currency } from '../../../ports/currency.ts'

/**
 * How the database counts money, asked before the session gets the locale C, and after its other settings. What is set for the database counts for
 * its applications; what is set for our account does not.
 */
const CURRENCY = `SELECT pg_catalog.scale(1::money::numeric) AS digits, pg_catalog.btrim(pg_catalog.translate(1::money::text, '0123456789.,', '')) AS symbol,
  pg_catalog.current_setting('lc_monetary') AS locale, (SELECT pg_catalog.split_part(setting, '=', 2)
    FROM pg_catalog.pg_db_role_setting s JOIN pg_catalog.pg_database d ON d.oid = s.setdatabase, pg_catalog.unnest(s.setconfig) setting
    WHERE s.setrole = 0 AND d.datname = pg_catalog.current_database() AND setting LIKE 'lc\\_monetary=%') AS wanted`

export const LOCALE_OF_MONEY = `SET lc_monetary = 'C'`

/** How the database counts money; the session then counts it as the locale C does. */
export async function readCurrency(client: pg.Client): Promise<Currency> {
  const found = async () =>
    (await client.query<Record<'digits' | 'symbol' | 'locale' | 'wanted', string>>(CURRENCY)).rows[0]
  const own = await found()
  const other = own?.wanted != null && own.wanted !== own.locale ? own.wanted : undefined
  // A locale that the machine no longer has counts for nobody.
  const isSet =
    other !== undefined &&
    (await client.query(`SET lc_monetary = ${client.escapeLiteral(other)}`).then(
      () => true,
      () => false,
    ))
  const { digits = '2', symbol = '', locale = 'C' } = (isSet ? await found() : own) ?? {}
  await client.query(LOCALE_OF_MONEY)
  return { digits: Number(digits), symbol, locale }
}
