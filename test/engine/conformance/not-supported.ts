import type { ConnectionType } from '../../../src/core/catalog/connections/connection-types.ts'
import type { CONNECTION_CASES } from './connection-cases.ts'
import type { DESTINATION_CASES } from './destination-cases.ts'
import type { SOURCE_CASES } from './source-cases.ts'

export type CaseName = keyof typeof CONNECTION_CASES | keyof typeof SOURCE_CASES | keyof typeof DESTINATION_CASES

const COUNTED_AT_ONCE = 'An event counts as soon as Metronome has taken it; sent again, it counts once.'
const NO_SQL_TABLES = 'It has no tables with indexes and constraints.'
const ONE_MESSAGE = 'A message cannot be taken back or changed.'

/** What a connector cannot do, and why; whatever is not written here it does. That it is only a source or only a destination is in the catalog. */
export const NOT_SUPPORTED: Readonly<Record<ConnectionType, Readonly<Partial<Record<CaseName, string>>>>> = {
  postgres: {},
  mysql: {},
  google_sheets: {
    'sums its keys': 'A spreadsheet has no keys.',
    'tells its structure': NO_SQL_TABLES,
    'compares both sides': 'A spreadsheet has no keys by which rows could be found on both sides.',
    'removes vanished rows': 'A spreadsheet has no keys; a replaced tab has the rows of the source alone.',
    'marks vanished rows': 'A spreadsheet has no keys.',
    'builds the structure': NO_SQL_TABLES,
    'reads a window': 'A spreadsheet has no order of time or numbers that can be relied on.',
    upserts: 'A spreadsheet has no keys.',
  },
  bigquery: {
    'compares both sides': 'BigQuery is not read as a source.',
    'builds the structure': 'It has no indexes, and constraints that are not enforced.',
    'writes hostile names':
      'BigQuery allows letters, digits and underscores alone; other names are refused before anything is read.',
  },
  metronome: {
    'sums what arrived': 'It counts the events that it has taken, and sums nothing.',
    'compares both sides': COUNTED_AT_ONCE,
    'removes vanished rows': COUNTED_AT_ONCE,
    'marks vanished rows': COUNTED_AT_ONCE,
    'builds the structure': NO_SQL_TABLES,
    replaces: COUNTED_AT_ONCE,
    upserts: COUNTED_AT_ONCE,
    'keeps old rows': COUNTED_AT_ONCE,
    'fences older attempts': COUNTED_AT_ONCE,
  },
  email: {
    'sums what arrived': ONE_MESSAGE,
    'compares both sides': ONE_MESSAGE,
    'removes vanished rows': ONE_MESSAGE,
    'marks vanished rows': ONE_MESSAGE,
    'keeps what it cannot hold': 'Every value is written as text.',
    'builds the structure': NO_SQL_TABLES,
    replaces: ONE_MESSAGE,
    upserts: ONE_MESSAGE,
    'refuses what it cannot hold': 'Every value is written as text.',
    'fences older attempts': 'The outbox lets one attempt of a run send, whichever is first.',
    'knows a lost answer':
      'A message is sent at most once: when the answer is lost the run fails with DELIVERY_UNKNOWN and nothing is sent again.',
  },
  aws_cost_explorer_api: {
    'sums its keys': 'Figures have no key.',
    'tells its structure': NO_SQL_TABLES,
    'reads hostile texts': 'Names and values are those that AWS gives.',
  },
}
