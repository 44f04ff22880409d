/** The SQL of a table with the numbers from 1 to `last` in its column `seq`, on every server. */
export const numbers = (last: number): string =>
  `JSON_TABLE(CONCAT('[0', REPEAT(',0', ${last - 1}), ']'), '$[*]' COLUMNS (seq FOR ORDINALITY)) numbers`
