import { defined } from '../../../core/catalog/defined.ts'
import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import { statusesOf } from '../../../core/catalog/runs/run-states.ts'
import { readApproval } from '../../domain/runs/approve-dry-run.ts'
import { type ChangesSinceGood, readChangesSinceGood } from '../../domain/runs/changes-since-good.ts'
import { readRunEstimate } from '../../domain/runs/read-run-estimate.ts'
import { readRun, readRunLog, readRunStructure, readRuns, readRunsOfFlow } from '../../domain/runs/read-runs.ts'
import { runReceipt } from '../../domain/runs/receipt.ts'
import type { Database } from '../../store/database/database.ts'
import type { RunApprovalRow } from '../../store/runs/run-approvals.ts'
import type { ListedRunRow } from '../../store/runs/run-rows.ts'
import type { Handlers } from '../handler.ts'
import { numberFromCursor } from '../requests/number-from-cursor.ts'
import { runEstimateToWire } from '../wire/estimate-to-wire.ts'
import { lineToWire, runToWire } from '../wire/run-to-wire.ts'
import { structureObjectToWire } from '../wire/structure-to-wire.ts'
import { versionToWire } from '../wire/version-to-wire.ts'

const PAGE = 50
const LOG_PAGE = 500

export const runHandlers = ({ database }: { readonly database: Database }) =>
  ({
    listRuns: async ({
      member: { organizationId, person },
      query: { state, flow: flowId, cursor: after, q = '', ...filter },
    }) => {
      const wanted = {
        ...filter,
        statuses: state && statusesOf(state),
        flowId,
        text: q.trim() || undefined,
        notInErrors: person.isForModel,
        after,
        limit: PAGE,
      }
      return pageOfRuns(await readRuns(database, organizationId, wanted))
    },

    listFlowRuns: async ({ member: { organizationId }, params, query: { cursor: after } }) => {
      const wanted = { flowId: params['flowId'] ?? '', after, limit: PAGE }
      return pageOfRuns(await readRunsOfFlow(database, organizationId, wanted))
    },

    getRun: async ({ member: { organizationId }, params }) => {
      const run = await readRun(database, organizationId, params['runId'] ?? '')
      const { sourceConnectionId, destinationConnectionId, config } = run.flow_snapshot
      const flow = {
        source_connection_id: sourceConnectionId,
        destination_connection_id: destinationConnectionId,
        config,
      }
      const approval = isDry(run.work.kind) && (await readApproval(database, organizationId, run.id))
      return {
        ...runToWire(run),
        ...defined({
          rows_over_time: run.pace?.map(([ms, rowsRead]) => ({ ms, rows_read: rowsRead })),
          approval: approval ? approvalToWire(approval) : undefined,
        }),
        flow,
      }
    },

    getRunLog: async ({ member, params, query: { cursor = '0', q: text, ...filter } }) => {
      const { organizationId, person } = member
      const looking = { text, onlyInNames: person.isForModel, ...filter }
      const wanted = { after: numberFromCursor(cursor), ...looking, limit: LOG_PAGE }
      const { rows, counts } = await readRunLog(database, organizationId, params['runId'] ?? '', wanted)
      const next = rows.length === LOG_PAGE ? String(rows.at(-1)?.id) : null
      return { lines: rows.map(lineToWire), counts, next_cursor: next }
    },

    getRunChanges: async ({ member: { organizationId }, params }) =>
      changesToWire(await readChangesSinceGood(database, organizationId, params['runId'] ?? '')),

    getRunEstimate: async ({ member: { organizationId }, params }) =>
      runEstimateToWire(await readRunEstimate(database, organizationId, params['runId'] ?? '')),

    getRunStructure: async ({ member: { organizationId }, params }) => {
      const { objects } = await readRunStructure(database, organizationId, params['runId'] ?? '')
      return { objects: objects.map(structureObjectToWire) }
    },

    getRunReceipt: async ({ member: { organizationId }, params }) => {
      const { run, objects } = await readRunStructure(database, organizationId, params['runId'] ?? '')
      return runReceipt(run, objects.map(structureObjectToWire))
    },
  }) satisfies Partial<Handlers>

const pageOfRuns = (rows: readonly ListedRunRow[]) => ({
  runs: rows.map(runToWire),
  next_cursor: rows.length === PAGE ? rows.at(-1)?.id : null,
})

const changesToWire = ({ good, settings, servers }: ChangesSinceGood) => ({
  good_run_id: good?.id ?? null,
  settings: settings.map(({ kind: of, side, connection, ...version }) => ({
    ...versionToWire(version),
    of,
    side,
    connection,
  })),
  servers,
})

const approvalToWire = ({ approved_by, approved_at, ends_at, used_at }: RunApprovalRow) => ({
  by: approved_by,
  at: approved_at.toISOString(),
  ends_at: ends_at.toISOString(),
  used_at: used_at?.toISOString() ?? null,
})
