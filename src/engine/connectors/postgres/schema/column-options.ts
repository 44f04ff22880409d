/** The options that a person can give to a column. Source: the documentation of ALTER TABLE, `attribute_option`. */
const KNOWN = `'n_distinct', 'n_distinct_inherited'`

/** Some servers mark columns by options of their own, which every new table gets and nobody has set: 15.20 has `pg_attver`. */
export const STAMP = (option: string) => `pg_catalog.starts_with(${option}, 'pg_')`

const chosen = (condition: string) =>
  `(SELECT pg_catalog.string_agg(option, ', ') FROM pg_catalog.unnest(a.attoptions) option WHERE ${condition})`

const IS_KNOWN = `pg_catalog.split_part(option, '=', 1) IN (${KNOWN})`

/** The known options of a column `a`; NULL if there is none. */
export const KNOWN_OPTIONS = chosen(IS_KNOWN)

/** Those of a server that is newer than this list; NULL if there is none. */
export const UNKNOWN_OPTIONS = chosen(`NOT ${IS_KNOWN} AND NOT ${STAMP('option')}`)

/** Those that somebody has set, as far as anybody can tell; NULL if there is none. */
export const SET_OPTIONS = chosen(`NOT ${STAMP('option')}`)
