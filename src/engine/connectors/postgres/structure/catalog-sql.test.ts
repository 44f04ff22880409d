import { expect, it } from 'vitest'
import { CHECKS, COLUMNS, FOREIGN_KEYS, INDEXES } from './catalog-sql.ts'

/** Columns of the catalogue, and the first version that has them. */
const SINCE = { attcompression: 14, indnullsnotdistinct: 15, confdelsetcols: 15, conenforced: 18, conperiod: 18 }

it.each([13, 14, 15, 16, 17, 18])(
  'the structure of Postgres %i is read from columns that its catalogue has',
  (major) => {
    const asked = [CHECKS, COLUMNS, FOREIGN_KEYS, INDEXES].map((statement) => statement(major)).join()
    const named = Object.keys(SINCE).filter((column) => asked.includes(`.${column}`))
    expect(named).toEqual(Object.entries(SINCE).flatMap(([column, since]) => (since <= major ? [column] : [])))
  },
)
