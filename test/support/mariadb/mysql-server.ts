import { spawnSync } from 'node:child_process'

/** The `mysqld` that takes MariaDB's place in every test, if somebody names one; CI names none. */
export const MYSQL_SERVER = process.env['MYSQLD'] || undefined

/** For the few tests of what the two servers do differently. */
export const isMysql = MYSQL_SERVER !== undefined

/** What the server says of itself: `5.7.21`, `8.0.28-0ubuntu4`. */
const said = MYSQL_SERVER
  ? /Ver (\d+)\.(\d+)/.exec(spawnSync(MYSQL_SERVER, ['--no-defaults', '--version'], { encoding: 'utf8' }).stdout)
  : null
const [, major, minor] = (said ?? []).map(Number)

/** For what MySQL learned in a version; never true of MariaDB. */
export const isOlderMysql = (than: number, thanMinor = 0): boolean =>
  major !== undefined && minor !== undefined && (major < than || (major === than && minor < thanMinor))

/** MySQL 5.7 reads the checks of a table and forgets them. */
export const keepsChecks = !isOlderMysql(8)

/** A type as the server shows it: MySQL shows how wide a number is only with ZEROFILL since 8. */
export const shownType = (type: string): string =>
  isMysql && !isOlderMysql(8)
    ? type.replace(/\b((?:tiny|small|medium|big)?int)\(\d+\)(?! unsigned zerofill)/g, '$1')
    : type
