import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { GtidSet } from './gtid-set.ts'
import type { KeptRows } from './log-group.ts'
import type { LogPlace } from './log-place.ts'

/** Of all together. */
const MAX_BYTES = 32 << 20

interface Prepared {
  readonly rows: KeptRows
  /** What stood in the log before it. */
  readonly before: GtidSet
}

/**
 * Transactions that are prepared and not committed yet. Their rows are kept here as long as they are few, and the place in the log says that they must
 * be read again: so the source keeps them as long as it keeps its log.
 */
export class PreparedTransactions {
  readonly #prepared = new Map<string, Prepared>()

  keep(xid: string, rows: KeptRows, before: GtidSet): void {
    if (this.#prepared.has(xid)) return
    const bytes = [...this.#prepared.values()].reduce((sum, one) => sum + one.rows.bytes, rows.bytes)
    if (bytes > MAX_BYTES) rows.drop()
    this.#prepared.set(xid, { rows, before: before.copy() })
  }

  take(xid: string): Prepared | undefined {
    const found = this.#prepared.get(xid)
    this.#prepared.delete(xid)
    return found
  }

  forget(xid: string): void {
    this.#prepared.delete(xid)
  }

  /** Where reading has to begin for the transactions that are prepared. */
  place(place: LogPlace): LogPlace {
    const [oldest] = this.#prepared.values()
    return defined({ ...place, resume: oldest?.before })
  }
}

export const unknownPrepared = (xid: string) =>
  new ConnectorError({
    code: 'LOG_GAP',
    message: sentence`A part of the source's log is missing: the transaction ${xid} was prepared before it begins.`,
    hint: sentence`The tables must be compared with the source, and what differs must be copied again.`,
  })
