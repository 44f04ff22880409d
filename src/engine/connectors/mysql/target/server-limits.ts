/** What servers of different kinds and versions take in a column of the same type. */
export interface ServerLimits {
  /** Of JSON; absent if the server says it. */
  readonly deepestJson: number | undefined
  /** The first and last second of TIMESTAMP, in UTC. */
  readonly moments: readonly [string, string]
}

/** MariaDB since 11.5. */
const UNTIL_2106 = /^MariaDB (?:11\.(?:[5-9]|\d\d)|1[2-9]|[2-9]\d)\b/

/** @param serverVersion as `Source.serverVersion`. Sources: MySQL, "The JSON Data Type", "The DATE, DATETIME, and TIMESTAMP Types"; MariaDB, "TIMESTAMP" */
export const serverLimits = (serverVersion: string): ServerLimits => ({
  deepestJson: deepestJson(serverVersion),
  moments: ['1970-01-01 00:00:01', UNTIL_2106.test(serverVersion) ? '2106-02-07 06:28:15' : '2038-01-19 03:14:07'],
})

function deepestJson(serverVersion: string): number | undefined {
  if (!serverVersion.startsWith('MariaDB')) return 100
  return /^MariaDB 1[01]\./.test(serverVersion) ? 31 : undefined
}
