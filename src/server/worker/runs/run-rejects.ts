import { defined } from '../../../core/catalog/defined.ts'
import type { RejectLimits } from '../../../core/catalog/runs/reject-limits.ts'
import { inEnglish } from '../../../core/catalog/sentence.ts'
import type { RejectingStream, RejectKeeper } from '../../../engine/move/run/move-request.ts'
import type { RejectedRow } from '../../../engine/ports/rejected-row.ts'
import type { OriginsOf } from '../../domain/runs/origins-of-run.ts'
import type { Database, Query } from '../../store/database/database.ts'
import { type RejectedCauseRow, saveRejectedCauses } from '../../store/rejects/rejected-causes.ts'
import {
  beginRejectedStream,
  countRejectedRows,
  insertRejectedRows,
  outdateRejectedRows,
  type RejectedRowRecord,
  setRejectedCount,
} from '../../store/rejects/rejected-rows.ts'
import { rejectedOwner } from '../../vault/sealed-rows.ts'
import type { Vault } from '../../vault/vault.ts'
import { CauseCounter, type CountedCause } from './cause-counter.ts'
import { keptColumns } from './kept-columns.ts'

const BATCH_ROWS = 200

interface Options {
  readonly database: Database
  readonly vault: Vault
  readonly organizationId: string
  readonly runId: string
  readonly epoch: number
  /** For each stream; the counts are exact beyond them. */
  readonly limits: RejectLimits
  readonly originsOf: OriginsOf
}

interface Kept {
  readonly columns: readonly string[]
  readonly causes: CauseCounter
  rejected: number
  rows: number
  characters: number
  waiting: RejectedRowRecord[]
}

/** Stores the rejected rows of one attempt, sealed, while the engine continues. */
export function makeRunRejects(options: Options): RejectKeeper {
  const rejects = new RunRejects(options)
  return {
    days: options.limits.days,
    begin: (stream) => rejects.begin(stream),
    keep: (entity, row) => rejects.keep(entity, row),
    outdate: (entity, rows) => rejects.outdate(entity, rows),
    finalize: () => rejects.finalize(),
    countRejected: (entity) => rejects.countRejected(entity),
  }
}

class RunRejects implements Omit<RejectKeeper, 'days'> {
  readonly #options: Options
  readonly #streams = new Map<string, Kept>()
  readonly #owner: ReturnType<typeof rejectedOwner>
  #writing: Promise<unknown> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.#owner = rejectedOwner(options.organizationId, options.runId)
  }

  begin({ entity, target, columns, source, key, ...types }: RejectingStream): void {
    this.#streams.set(entity, nothingKept(columns.map(({ name }) => name)))
    const stream = {
      entity,
      target,
      columns: keptColumns(columns, types),
      origins: this.#options.originsOf(entity) ?? null,
      source_columns: source ? keptColumns(source, { ...types, computed: [] }) : null,
      key_columns: key,
    }
    this.#write((query) => beginRejectedStream(query, this.#options, stream))
  }

  keep(entity: string, rejected: RejectedRow): boolean {
    const kept = this.#streams.get(entity)
    if (!kept) return false
    kept.rejected++
    const { column, fields, source } = rejected
    const characters = [...fields, ...(source ?? [])].reduce((sum, field) => sum + (field?.length ?? 0), 0)
    const { rows, megabytes } = this.#options.limits
    const hasRoom = kept.rows < rows && kept.characters + characters <= megabytes * 1024 * 1024
    kept.causes.count(rejected, fields[kept.columns.indexOf(column)] ?? null, hasRoom)
    if (!hasRoom) return false
    kept.rows++
    kept.characters += characters
    kept.waiting.push(this.#record(rejected))
    if (kept.waiting.length >= BATCH_ROWS) this.#flush(entity, kept)
    return true
  }

  outdate(entity: string, rows: readonly number[]): void {
    const kept = this.#streams.get(entity)
    if (kept) this.#flush(entity, kept)
    this.#write((query) => outdateRejectedRows(query, this.#options, entity, rows))
  }

  async finalize(): Promise<void> {
    const { vault } = this.#options
    for (const [entity, kept] of this.#streams) {
      this.#flush(entity, kept)
      if (kept.rejected === 0) continue
      const causes = kept.causes
        .counted()
        .map((cause) => causeRow(cause, vault.seal(this.#owner, { values: cause.values })))
      this.#write((query) => setRejectedCount(query, this.#options, entity, kept.rejected))
      this.#write((query) => saveRejectedCauses(query, this.#options, entity, causes))
    }
    await this.#writing
  }

  countRejected(entity: string): Promise<number> {
    const { database, runId } = this.#options
    return database.asSystem((query) => countRejectedRows(query, runId, entity))
  }

  #record({ row, column, rule, fields, source, isOutdated }: RejectedRow): RejectedRowRecord {
    const original = source && source !== fields ? source : undefined
    return {
      is_traced: source !== undefined,
      is_outdated: isOutdated === true,
      row_number: row,
      column_name: column,
      rule: inEnglish(rule),
      rule_sentence: rule,
      sealed: this.#options.vault.seal(this.#owner, defined({ fields, source: original })),
    }
  }

  #flush(entity: string, kept: Kept): void {
    const rows = kept.waiting
    if (rows.length === 0) return
    kept.waiting = []
    this.#write((query) => insertRejectedRows(query, this.#options, entity, rows))
  }

  #write(work: (query: Query) => Promise<unknown>): void {
    this.#writing = this.#writing.then(() => this.#options.database.asSystem(work))
    // `finalize` reports the error; nobody else waits for it.
    this.#writing.catch(() => undefined)
  }
}

const nothingKept = (columns: readonly string[]): Kept => ({
  columns,
  causes: new CauseCounter(),
  rejected: 0,
  rows: 0,
  characters: 0,
  waiting: [],
})

const causeRow = (
  { column, rule, rows, kept, mends }: CountedCause,
  sealed: RejectedCauseRow['sealed'],
): RejectedCauseRow => ({
  column_name: column,
  rule: inEnglish(rule),
  rule_sentence: rule,
  rows,
  kept,
  mends,
  sealed,
})
