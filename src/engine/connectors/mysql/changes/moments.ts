import type { Moments } from '../../../ports/change-source.ts'
import { type LogPlace, parsePlace } from './log-place.ts'

/** A snapshot sees whole transactions, which it names by their global ids: of MySQL a set with holes, of MariaDB the last one of each domain. */
export const mysqlMoments: Moments = {
  sees: (moment, transaction) => remembered(moment).seen.has(transaction),
  isAfter: (moment, since) => {
    const [later, earlier] = [remembered(moment), parsePlace(since)]
    return later.server === earlier.server && later.seen.includes(earlier.seen) && (later.at ?? 0) >= (earlier.at ?? 0)
  },
  isReached: (place, by) => parsePlace(by).seen.includes(parsePlace(place).seen),
}

let last: readonly [string, LogPlace] | undefined

function remembered(moment: string): LogPlace {
  if (last?.[0] === moment) return last[1]
  const place = parsePlace(moment)
  last = [moment, place]
  return place
}
