import { isOlderMysql } from './mysql-server.ts'

/** The SQL of a table with the numbers from 1 to `last` in its column `seq`, on every server. */
export const numbers = (last: number): string =>
  isOlderMysql(8)
    ? fromDigits(last)
    : `JSON_TABLE(CONCAT('[0', REPEAT(',0', ${last - 1}), ']'), '$[*]' COLUMNS (seq FOR ORDINALITY)) numbers`

/** The same from `first` on. */
export const between = (first: number, last: number): string =>
  `(SELECT seq + ${first - 1} AS seq FROM ${numbers(last - first + 1)}) counted`

/** MySQL 5.7 makes no rows: these are combined from those of its digits. */
function fromDigits(last: number): string {
  const digit = `(SELECT 0 AS digit ${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((value) => `UNION ALL SELECT ${value}`).join(' ')})`
  const places = Array.from({ length: String(last).length }, (_, place) => place)
  const number = places.map((place) => `place${place}.digit * ${10 ** place}`).join(' + ')
  const rows = `SELECT 1 + ${number} AS seq FROM ${places.map((place) => `${digit} place${place}`).join(' JOIN ')}`
  return `(SELECT seq FROM (${rows}) counted WHERE seq <= ${last} ORDER BY seq) numbers`
}
