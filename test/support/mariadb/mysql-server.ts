/** The `mysqld` that takes MariaDB's place in every test, if somebody names one; CI names none. */
export const MYSQL_SERVER = process.env['MYSQLD'] || undefined

/** For the few tests of what the two servers do differently. */
export const isMysql = MYSQL_SERVER !== undefined

/** A type as the server shows it: MySQL shows how wide a number is only with ZEROFILL. */
export const shownType = (type: string): string =>
  isMysql ? type.replace(/\b((?:tiny|small|medium|big)?int)\(\d+\)(?! unsigned zerofill)/g, '$1') : type
