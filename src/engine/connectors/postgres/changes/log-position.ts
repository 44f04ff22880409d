/**
 * A place in the log, as Postgres writes it: two halves of hexadecimal digits. A server that was a standby writes another log from its promotion on,
 * under numbers that the old one may have used, so its places name it: `0/1A2B@2`.
 * @param timeline that of a server that was never promoted, if absent
 */
export const positionOf = (lsn: bigint, timeline = FIRST): string =>
  `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffffffffn).toString(16).toUpperCase()}${timeline === FIRST ? '' : `@${timeline}`}`

/** Source: PostgreSQL, "Timelines" */
const FIRST = 1

export function lsnOf(position: string): bigint {
  const [high = '0', low = '0'] = position.replace(/@.*/, '').split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export const timelineOf = (position: string): number => Number(position.split('@')[1] ?? FIRST)
