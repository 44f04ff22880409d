import type pg from 'pg'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'

/** Our own SQL names every schema. */
export const NO_SEARCH_PATH = `SET search_path = ''`

/** For the SQL of a person, whose tables are where the account finds them. */
export const OWN_SEARCH_PATH = 'RESET search_path'

/**
 * Settings of every version that change which rows are read, how values or names are read, written, compared or spelled, or how long a session may
 * work or wait. Always values, never DEFAULT: that is what the server, the database or the account has set. None needs a privilege, and
 * docs/connectors/postgres-settings.md has a verdict on each of the others.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  array_nulls: 'on',
  backslash_quote: 'safe_encoding',
  bytea_output: 'hex',
  client_min_messages: 'warning',
  DateStyle: 'ISO, YMD',
  default_transaction_deferrable: 'off',
  default_transaction_isolation: 'read committed',
  exit_on_error: 'off',
  extra_float_digits: '3',
  gin_fuzzy_search_limit: '0',
  idle_in_transaction_session_timeout: '0',
  IntervalStyle: 'postgres',
  jit: 'off',
  lc_numeric: 'C',
  lc_time: 'C',
  lock_timeout: '0',
  quote_all_identifiers: 'off',
  row_security: 'on',
  standard_conforming_strings: 'on',
  statement_timeout: '0',
  synchronize_seqscans: 'off',
  tcp_user_timeout: '0',
  TimeZone: 'UTC',
  timezone_abbreviations: 'Default',
  transform_null_equals: 'off',
  xmlbinary: 'base64',
  xmloption: 'content',
}

/** The same of some versions. The server keeps firewalls from forgetting a session that waits. */
const NEWER_SETTINGS: Readonly<Record<string, string>> = {
  escape_string_warning: 'off',
  idle_session_timeout: '0',
  restrict_nonsystem_relation_kind: '',
  tcp_keepalives_idle: '60',
  tcp_keepalives_interval: '10',
  transaction_timeout: '0',
}

/** Lets the server notice during long work that the client is gone. Not every platform supports this. */
const WATCH_CLIENT = `SET client_connection_check_interval = '2s'`

/** Settings that an ordinary account cannot set: what they must be, and what happens otherwise. */
const PRIVILEGED_SETTINGS = {
  composite_type_mismatch: {
    value: 'error',
    harm: sentence`values of row types that were changed since would be read wrong`,
  },
  ignore_checksum_failure: { value: 'off', harm: sentence`damaged rows would be read as if they were whole` },
  session_replication_role: { value: 'origin', harm: sentence`foreign keys and triggers would be passed over` },
  zero_damaged_pages: { value: 'off', harm: sentence`rows on damaged pages would be missing without an error` },
}

/**
 * A database without text checks (SQL_ASCII) would refuse to send a text that is not UTF-8, without naming its row;
 * if the text is sent unchanged, the other side refuses it and names the row.
 */
const ENCODING = `SELECT pg_catalog.set_config('client_encoding',
  CASE pg_catalog.getdatabaseencoding() WHEN 'SQL_ASCII' THEN 'SQL_ASCII' ELSE 'UTF8' END, false)`

/** A commit that a crash could take back would leave out rows that a later run counts as written. */
const KEPT_COMMITS = `SELECT pg_catalog.set_config('synchronous_commit', 'local', false)
  WHERE pg_catalog.current_setting('synchronous_commit') = 'off'`

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

const settingsOf = (settings: Readonly<Record<string, string>>) =>
  Object.entries(settings).map(([name, value]) => `SET ${name} = ${literal(value)}`)

const ALL_VERSIONS = [NO_SEARCH_PATH, ...settingsOf(SETTINGS), ENCODING, KEPT_COMMITS].join('; ')

const SOME_VERSIONS = `SELECT pg_catalog.set_config(name, value, false)
  FROM (VALUES ${Object.entries(NEWER_SETTINGS)
    .map((pair) => `(${pair.map(literal).join(', ')})`)
    .join(', ')}) AS wanted (name, value) WHERE pg_catalog.current_setting(name, true) IS NOT NULL`

const PRIVILEGED = `SELECT ${Object.keys(PRIVILEGED_SETTINGS)
  .map((name) => `pg_catalog.current_setting('${name}', true) AS ${name}`)
  .join(', ')}`

/**
 * Makes rows, values and names independent of the settings of the server, the database and the account, as pg_dump does.
 * @throws ConnectorError `SETTING_REFUSED` if one that matters cannot be set; or the server's answer
 */
export async function applySettings(client: pg.Client): Promise<void> {
  await client.query(ALL_VERSIONS)
  await client.query(SOME_VERSIONS).catch(() => {})
  await client.query(WATCH_CLIENT).catch(() => {})
  const { rows } = await client.query<Record<string, string | null>>(PRIVILEGED)
  for (const [name, { value, harm }] of Object.entries(PRIVILEGED_SETTINGS)) {
    const found = rows[0]?.[name] ?? value
    if (found === value) continue
    await client.query(`SET ${name} = ${literal(value)}`).catch((cause: unknown) => {
      throw new ConnectorError(
        {
          code: 'SETTING_REFUSED',
          message: sentence`The server has the setting ${name} = ${found} for this account: ${harm}. The account may not change it.`,
          hint: sentence`A superuser can set it back: ALTER ROLE … SET ${name} = ${value}.`,
        },
        { cause },
      )
    })
  }
}
