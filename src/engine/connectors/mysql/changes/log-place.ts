import { defined } from '../../../../core/catalog/defined.ts'
import { GtidSet } from './gtid-set.ts'

/**
 * A place in the log, or what a snapshot sees: the server, the transactions before, and where reading has to begin if that is earlier, because
 * prepared transactions stand there that have not been committed yet.
 */
export interface LogPlace {
  readonly server: string
  readonly seen: GtidSet
  readonly resume?: GtidSet
  /** By the clock of the server, in seconds: a log that is begun anew has the same numbers again. */
  readonly at?: number
}

export function parsePlace(text: string): LogPlace {
  const [server = '', seen = '', ...further] = text.split(' ')
  const at = further.find((part) => part.startsWith('@'))
  const resume = further.find((part) => !part.startsWith('@'))
  return defined({
    server,
    seen: GtidSet.parse(seen),
    resume: resume === undefined ? undefined : GtidSet.parse(resume),
    at: at === undefined ? undefined : Number(at.slice(1)),
  })
}

export const placeText = ({ server, seen, resume, at }: LogPlace): string =>
  [server, String(seen), ...(resume ? [String(resume)] : []), ...(at === undefined ? [] : [`@${at}`])].join(' ')
