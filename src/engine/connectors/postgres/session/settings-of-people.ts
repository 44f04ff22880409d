import type { PostgresSession } from '../driver/postgres-session.ts'
import { LOCALE_OF_MONEY } from '../driver/read-currency.ts'
import { NO_SEARCH_PATH, OWN_SEARCH_PATH } from '../driver/session-settings.ts'
import { quoteLiteral } from '../schema/quote-identifier.ts'

/** For the SQL of a person: names without a schema mean what they always mean to the account, and amounts of money what they mean to the database. */
export const settingsOfPeople = ({ currency }: Pick<PostgresSession, 'currency'>): string =>
  `${OWN_SEARCH_PATH}; SET lc_monetary = ${quoteLiteral(currency.locale)}`

/** For our own SQL again. */
export const OUR_SETTINGS = `${NO_SEARCH_PATH}; ${LOCALE_OF_MONEY}`
