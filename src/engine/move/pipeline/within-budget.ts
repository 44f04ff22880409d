import type { Allowance } from '../../ports/allowance.ts'
import type { Load } from '../../ports/load.ts'
import { wrappedLoad } from '../run/wrapped-load.ts'

/** Rows that are reserved at once: first few, because a table may be small, then more, because each reservation is a query. */
const FIRST_RESERVED = 10_000
const MAX_RESERVED = 1_000_000

/** A load that gets no row before it is reserved in the budget. The first row without room fails it, and nothing is put in place. */
export function withinBudget(load: Load, allowance: Allowance): Load {
  const refused = new AbortController()
  const waiting: { readonly frames: Buffer; readonly rows: number }[] = []
  let reserved = 0
  let next = FIRST_RESERVED
  let passing: Promise<void> | undefined

  /** Passes on what waits, as soon as there is room for it. */
  const pass = async () => {
    for (let first = waiting[0]; first && !refused.signal.aborted; first = waiting[0]) {
      const missing = first.rows - reserved
      if (missing > 0) {
        reserved += await allowance.spendRows(missing, Math.max(missing, next))
        next = Math.min(next * 4, MAX_RESERVED)
      }
      waiting.shift()
      reserved -= first.rows
      if (!load.write(first.frames, first.rows)) await load.drained()
    }
  }
  const settled = async () => {
    await passing
    refused.signal.throwIfAborted()
  }

  return wrappedLoad(load, {
    failure: AbortSignal.any([load.failure, refused.signal]),
    write(frames, rows) {
      if (passing === undefined && rows <= reserved) {
        reserved -= rows
        return load.write(frames, rows)
      }
      waiting.push({ frames, rows })
      passing ??= pass()
        .catch((error: unknown) => refused.abort(error))
        .finally(() => {
          passing = undefined
        })
      return false
    },
    // A load that is not behind may never report that it has drained.
    drained: () => passing ?? load.drained(),
    async finish() {
      await settled()
      return load.finish()
    },
    async abandon() {
      refused.abort(refused.signal.reason ?? new Error('abandoned'))
      await passing
      await load.abandon()
    },
  })
}
