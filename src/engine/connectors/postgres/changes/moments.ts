import type { Moments } from '../../../ports/change-source.ts'
import { lsnOf } from './log-position.ts'

const WRAP = 1n << 32n

/**
 * Moments are snapshots as `pg_current_snapshot` names them, and are never compared with places in the log, because a commit is in the log before it
 * is visible. The log has the lower half of the number of a transaction.
 * Source: PostgreSQL, "Transaction ID and Snapshot Information Functions"
 */
export const postgresMoments: Moments = {
  sees(moment, transaction) {
    const { first, next, running } = parse(moment)
    const near = next - (next % WRAP) + BigInt(transaction)
    const number = near - next > WRAP / 2n ? near - WRAP : next - near > WRAP / 2n ? near + WRAP : near
    return number < first || (number < next && !running.has(number))
  },
  isAfter: (moment, since) => parse(moment).first >= parse(since).next,
  isReached: (place, by) => lsnOf(by) >= lsnOf(place),
}

interface Snapshot {
  readonly first: bigint
  readonly next: bigint
  readonly running: ReadonlySet<bigint>
}

let last: readonly [string, Snapshot] | undefined

function parse(moment: string): Snapshot {
  if (last?.[0] === moment) return last[1]
  const [first = '0', next = '0', running = ''] = moment.split(':')
  const numbers = running.split(',').filter(Boolean).map(BigInt)
  const snapshot = { first: BigInt(first), next: BigInt(next), running: new Set(numbers) }
  last = [moment, snapshot]
  return snapshot
}
