import { createHash } from 'node:crypto'
import { defined } from '../../../core/catalog/defined.ts'
import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import type { RunRow, RunStreamRow } from '../../store/runs/run-rows.ts'

/** Facts about the run of a receipt. */
export type ReceiptedRun = Pick<RunRow, 'id' | 'flow_id' | 'flow_version' | 'attempt'>

/** The stored data about what one stream did, with its hash: SHA-256, in hexadecimal digits, over the canonical JSON of all other fields. */
export function streamReceipt(run: ReceiptedRun, stream: RunStreamRow) {
  const { check, data_checks: checks, phases, keys_compared: compared, cursor_before: before } = stream.receipt ?? {}
  const content = {
    run_id: run.id,
    flow_id: run.flow_id,
    flow_version: run.flow_version,
    attempt: run.attempt,
    entity: stream.entity,
    target: stream.target,
    status: stream.status,
    rows: {
      read: stream.rows_read,
      added: stream.rows_added ?? 0,
      written: stream.rows_written,
      filtered: stream.rows_filtered,
      rejected: stream.rows_rejected,
      ...defined({ removed: stream.rows_removed, marked: stream.rows_marked }),
    },
    ...defined({ keys_compared: compared }),
    bytes: stream.bytes,
    ...defined({
      window: stream.window && { ...stream.window },
      cursor: stream.window && {
        column: stream.window.cursor,
        before: before ?? null,
        after: stream.window.until ?? null,
      },
      check: check && { ...check },
      data_checks: checks?.map(({ id, type, state, rows, message }) => defined({ id, type, state, rows, message })),
      phases: phases && { ...phases },
      error: stream.error && { code: stream.error.code, message: stream.error.message },
    }),
  }
  return { ...content, hash: hashOf(content) }
}

/** The stream as it is stored after its end. */
export const withReceiptHash = (run: ReceiptedRun, stream: RunStreamRow): RunStreamRow => ({
  ...stream,
  receipt: { ...stream.receipt, hash: streamReceipt(run, stream).hash },
})

/**
 * The receipt of a run: the receipts of its streams at the end of the run, and a hash over everything.
 * @param structure what became of indexes, constraints, views …; none for a run of only rows
 */
export function runReceipt<Structure>(run: RunRow, structure: readonly Structure[] = []) {
  const { standIns } = run.flow_snapshot
  const content = {
    run: {
      id: run.id,
      flow: { id: run.flow_id, name: run.flow_name, version: run.flow_version },
      status: run.status,
      trigger: run.trigger,
      attempt: run.attempt,
      dry: isDry(run.work.kind),
      ...standInEnds(standIns),
      queued_at: run.queued_at.toISOString(),
      started_at: run.started_at?.toISOString() ?? null,
      finished_at: run.finished_at?.toISOString() ?? null,
    },
    streams: run.streams.map((stream) => {
      const receipt = streamReceipt(run, stream)
      return { ...receipt, hash: stream.receipt?.hash ?? receipt.hash }
    }),
    ...defined({ structure: structure.length > 0 ? structure : undefined }),
  }
  return { ...content, hash: hashOf(content) }
}

/** Ends that a stand-in played; those of the systems themselves are not named. */
export const standInEnds = (standIns: RunRow['flow_snapshot']['standIns'] = []) =>
  defined({
    source: standIns.includes('source') ? { is_stand_in: true } : undefined,
    destination: standIns.includes('destination') ? { is_stand_in: true } : undefined,
  })

const hashOf = (content: unknown): string => createHash('sha256').update(canonicalJson(content)).digest('hex')

/** JSON without spaces, with the names of every object in the order of their UTF-16 units: the same text for the same content, wherever it is stored. */
export function canonicalJson(content: unknown): string {
  return JSON.stringify(content, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}
