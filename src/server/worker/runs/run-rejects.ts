import { defined } from '../../../core/catalog/defined.ts'
import type { RejectLimits } from '../../../core/catalog/runs/reject-limits.ts'
import { inEnglish } from '../../../core/catalog/sentence.ts'
import type { RejectKeeper } from '../../../engine/move/move.ts'
import type { OriginsOf } from '../../domain/runs/origins-of-run.ts'
import type { Database, Query } from '../../store/database/database.ts'
import { type RejectedCauseRow, saveRejectedCauses } from '../../store/rejects/rejected-causes.ts'
import {
  beginRejectedStream,
  countRejectedRows,
  insertRejectedRows,
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
export function makeRunRejects({
  database,
  vault,
  organizationId,
  runId,
  epoch,
  limits,
  originsOf,
}: Options): RejectKeeper {
  const streams = new Map<string, Kept>()
  const attempt = { runId, epoch }
  const mostCharacters = limits.megabytes * 1024 * 1024
  const owner = rejectedOwner(organizationId, runId)
  let writing: Promise<unknown> = Promise.resolve()
  const write = (work: (query: Query) => Promise<unknown>) => {
    writing = writing.then(() => database.asSystem(work))
    // `finalize` reports the error; nobody else listens.
    writing.catch(() => undefined)
  }
  const flush = (entity: string, kept: Kept) => {
    const rows = kept.waiting
    if (rows.length === 0) return
    kept.waiting = []
    write((query) => insertRejectedRows(query, attempt, entity, rows))
  }

  return {
    days: limits.days,
    begin: ({ entity, target, columns, source, ...types }) => {
      streams.set(entity, nothingKept(columns.map(({ name }) => name)))
      const stream = {
        entity,
        target,
        columns: keptColumns(columns, types),
        origins: originsOf(entity) ?? null,
        source_columns: source ? keptColumns(source, { ...types, computed: [] }) : null,
      }
      write((query) => beginRejectedStream(query, attempt, stream))
    },
    keep: (entity, rejected) => {
      const kept = streams.get(entity)
      if (!kept) return false
      kept.rejected++
      const { row, column, rule, fields, source } = rejected
      const characters = [...fields, ...(source ?? [])].reduce((sum, field) => sum + (field?.length ?? 0), 0)
      const hasRoom = kept.rows < limits.rows && kept.characters + characters <= mostCharacters
      kept.causes.count(rejected, fields[kept.columns.indexOf(column)] ?? null, hasRoom)
      if (!hasRoom) return false
      kept.rows++
      kept.characters += characters
      const sealed = vault.seal(owner, defined({ fields, source: source && source !== fields ? source : undefined }))
      const is_traced = source !== undefined
      kept.waiting.push({
        is_traced,
        row_number: row,
        column_name: column,
        rule: inEnglish(rule),
        rule_sentence: rule,
        sealed,
      })
      if (kept.waiting.length >= BATCH_ROWS) flush(entity, kept)
      return true
    },
    finalize: async () => {
      for (const [entity, kept] of streams) {
        flush(entity, kept)
        if (kept.rejected === 0) continue
        const causes = kept.causes
          .counted()
          .map((cause) => causeRow(cause, vault.seal(owner, { values: cause.values })))
        write((query) => setRejectedCount(query, attempt, entity, kept.rejected))
        write((query) => saveRejectedCauses(query, attempt, entity, causes))
      }
      await writing
    },
    countRejected: (entity) => database.asSystem((query) => countRejectedRows(query, runId, entity)),
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
