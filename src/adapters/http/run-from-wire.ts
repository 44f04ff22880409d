import { z } from 'zod/mini'

import { camelCased } from '../../contract/camel-cased.ts'
import { changedColumn, runError } from '../../contract/run-error.ts'
import { type RunResponse, type RunStreamResponse, runSummary } from '../../contract/runs.ts'
import { CHECK_OUTCOMES } from '../../core/catalog/checks/data-checks.ts'
import { CHECK_STATES, UNCHECKED_REASONS } from '../../core/catalog/runs/check-states.ts'
import type { RunKind } from '../../core/catalog/runs/run-kinds.ts'
import type { StreamReceipt } from '../../core/runs/receipts/stream-receipt.ts'
import type { Run, RunError, RunStream } from '../../core/runs/run.ts'
import type { RunTotals } from '../../core/runs/run-totals.ts'
import { withoutAbsent } from './without-absent.ts'

export const runFromWire = (row: RunResponse): Run => ({
  ...camelCased(runSummary, row),
  flowId: row.flow_id,
  kind: kindOf(row),
  streams: (row.streams ?? []).map(streamFromWire),
  ...withoutAbsent({
    changedStreams: row.changed_streams?.map(streamFromWire),
    totals: row.totals && totalsFromWire(row.totals),
    flowName: row.flow_name,
    isFlowDeleted: row.flow_deleted,
    flowVersion: row.flow_version,
    trigger: row.trigger,
    triggeredBy: row.triggered_by && { uid: row.triggered_by.uid, ...withoutAbsent({ name: row.triggered_by.name }) },
    scheduledFor: row.scheduled_for,
    startedAfter: row.started_after?.map(({ run_id, flow_id, flow_name }) => ({
      ...{ runId: run_id, flowId: flow_id, flowName: flow_name },
    })),
    draft: row.draft && { file: row.draft.file, isNew: row.draft.is_new ?? false },
    becomesOthers: row.becomes_others || undefined,
    standIns: standInsFromWire(row),
    attempt: row.attempt,
    attempts: row.attempts?.map(({ attempt, ended_at, error }) => ({
      attempt,
      endedAt: ended_at,
      error: errorFromWire(error),
    })),
    retryAt: row.retry_at,
    attemptsAllowed: row.attempts_allowed,
    queuedAt: row.queued_at,
    waiting: row.waiting,
    cancelRequested: typeof row['cancel_requested'] === 'boolean' ? row['cancel_requested'] : undefined,
    error: row.error && errorFromWire(row.error),
    approval: row.approval && {
      ...{ by: row.approval.by, at: row.approval.at, endsAt: row.approval.ends_at },
      ...withoutAbsent({ usedAt: row.approval.used_at }),
    },
    flow: row.flow && {
      sourceConnectionId: row.flow.source_connection_id,
      destinationConnectionId: row.flow.destination_connection_id,
      streams: row.flow.config.streams,
      steps: row.flow.config.transformations,
      sql: withoutAbsent({ before: row.flow.config.sql_before, after: row.flow.config.sql_after }),
      ...withoutAbsent({ schedule: row.flow.config.schedule, after: row.flow.config.after }),
      ...withoutAbsent({ budget: row.flow.config.budget }),
      ...(row.flow.config.structure === 'all' && { structure: { comes: 'all' } }),
    },
  }),
})

function kindOf({ dry, verify, backfill }: RunResponse): RunKind {
  if (verify) return 'compare'
  if (dry) return 'dry-run'
  return backfill ? 'backfill' : 'move'
}

function standInsFromWire({ source, destination }: RunResponse): Run['standIns'] {
  const standIns = [
    ...(source?.is_stand_in ? (['source'] as const) : []),
    ...(destination?.is_stand_in ? (['destination'] as const) : []),
  ]
  return standIns.length > 0 ? standIns : undefined
}

const errorFromWire = (row: NonNullable<RunResponse['error']>): RunError => camelCased(runError, row)

const columnChanges = z.array(changedColumn)

const totalsFromWire = (row: NonNullable<RunResponse['totals']>): RunTotals => ({
  streams: row.streams,
  succeeded: row.succeeded,
  failed: row.failed,
  rowsRead: row.rows_read,
  rowsWritten: row.rows_written,
  rowsFiltered: row.rows_filtered,
  rowsRejected: row.rows_rejected,
  rowsAdded: row.rows_added,
  rowsRemoved: row.rows_removed ?? 0,
  rowsMarked: row.rows_marked ?? 0,
  bytes: row.bytes,
  estimatedRows: row.estimated_rows,
  arrivedRows: row.rows_arrived,
  balanced: row.balanced,
  ...withoutAbsent({ check: CHECK_STATES.find((known) => known === row.check) }),
})

const streamFromWire = (row: RunStreamResponse): RunStream => ({
  entity: row.entity,
  target: row.target,
  status: row.status,
  rowsRead: row.rows_read,
  rowsFiltered: row.rows_filtered,
  rowsRejected: row.rows_rejected,
  rowsWritten: row.rows_written,
  bytes: row.bytes,
  ...withoutAbsent({
    rowsAdded: row.rows_added,
    rowsRemoved: row.rows_removed,
    rowsMarked: row.rows_marked,
    estimatedRows: row.estimated_rows,
    window:
      row.window?.until === undefined
        ? undefined
        : { cursor: row.window.cursor, until: row.window.until, ...withoutAbsent({ from: row.window.from }) },
    notes: row.notes,
    noteSentences: row.note_sentences,
    receipt: row.receipt && receiptFromWire(row.receipt),
    difference: row.difference && differenceFromWire(row.difference),
    comparedColumns: row.compared_columns,
    hasMessage: row.has_message,
    error: row.error && errorFromWire(row.error),
    columnChanges: row.column_changes && camelCased(columnChanges, row.column_changes),
    renamedColumns: row.renamed_columns?.map(({ name, to }) => ({ name, to })),
  }),
})

const differenceFromWire = ({ marked, unknown, ...counts }: NonNullable<RunStreamResponse['difference']>) => ({
  ...counts,
  ...withoutAbsent({ marked, unknown }),
})

const receiptFromWire = ({ check, data_checks, phases }: NonNullable<RunStreamResponse['receipt']>): StreamReceipt => {
  const state = CHECK_STATES.find((known) => known === check?.state)
  return withoutAbsent({
    check:
      check && state
        ? {
            state,
            rows: check.rows,
            ...withoutAbsent({
              counted: check.counted,
              keys: check.keys,
              sent: check.sent,
              reason: UNCHECKED_REASONS.find((known) => known === check.reason),
            }),
          }
        : undefined,
    dataChecks: data_checks?.map(({ id, state: outcome, rows, message, sentence }) => ({
      id,
      outcome: CHECK_OUTCOMES.find((known) => known === outcome) ?? 'failed',
      message,
      ...withoutAbsent({ rows, sentence }),
    })),
    phases:
      phases && withoutAbsent({ moving: phases.moving, checking: phases.checking, committing: phases.committing }),
  })
}
