import { createHash } from 'node:crypto'
import { defined } from '../../../core/catalog/defined.ts'
import type { AppliedBatch } from '../../../engine/mirror/follow-log.ts'
import type { LastWindow, MirrorWindowRow, WindowTable } from '../../store/mirrors/mirror-windows.ts'

/** How long a window is, in milliseconds. */
const WINDOW_MS = 60_000

/** What has arrived in the present minute. */
export class MirrorWindow {
  #beganAt: number | undefined
  #endedAt = 0
  #from: string | undefined
  #to = ''
  #transactions = 0
  #changes = 0
  readonly #tables = new Map<string, WindowTable>()
  readonly #lags: number[] = []

  /** @param visibleAt when the batch was visible, in milliseconds since 1970 */
  add({ from, to, transactions, changes, tables, firstCommit }: AppliedBatch, visibleAt: number): void {
    if (this.#beganAt === undefined) {
      this.#beganAt = visibleAt
      this.#from = from
    }
    this.#endedAt = visibleAt
    this.#to = to
    this.#transactions += transactions
    this.#changes += changes
    for (const table of tables) this.#tables.set(table.name, sumOf(this.#tables.get(table.name), table))
    if (firstCommit !== undefined) this.#lags.push(Math.max(visibleAt - firstCommit, 0))
  }

  /** Changes in a second, of the time since it began. @param now in milliseconds since 1970 */
  changesPerSecond(now: number): number {
    return this.#beganAt === undefined ? 0 : this.#changes / Math.max((now - this.#beganAt) / 1_000, 1)
  }

  isOver(now: number): boolean {
    return this.#beganAt !== undefined && now - this.#beganAt >= WINDOW_MS
  }

  /** @param before the window before. @returns nothing if nothing has arrived */
  receipt(before: LastWindow | undefined): Omit<MirrorWindowRow, 'previous_hash'> | undefined {
    if (this.#beganAt === undefined) return undefined
    const lags = this.#lags.toSorted((one, other) => one - other)
    const number = (before?.number ?? 0) + 1
    const began_at = new Date(this.#beganAt)
    const ended_at = new Date(this.#endedAt)
    const content = {
      position_from: this.#from ?? null,
      position_to: this.#to,
      transactions: this.#transactions,
      tables: [...this.#tables.values()],
      lag_p50_ms: percentile(lags, 0.5),
      lag_p99_ms: percentile(lags, 0.99),
    }
    const hash = createHash('sha256')
      .update(JSON.stringify([before?.hash ?? null, number, began_at, ended_at, content]))
      .digest('hex')
    return { number, began_at, ended_at, content, hash }
  }
}

/** Changes of a table, with those before. */
export function sumOf(
  before: WindowTable | undefined,
  { name: entity, ...added }: AppliedBatch['tables'][number],
): WindowTable {
  const { inserted = 0, updated = 0, deleted = 0, divergent = 0, unsigned = 0 } = before ?? {}
  const lost = unsigned + (added.unsigned ?? 0)
  return {
    entity,
    inserted: inserted + added.inserted,
    updated: updated + added.updated,
    deleted: deleted + added.deleted,
    divergent: divergent + added.divergent,
    ...defined({ unsigned: lost > 0 ? lost : undefined }),
  }
}

const percentile = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0)
