import { defined } from '../../../core/catalog/defined.ts'
import { editRejectedRows, skipRejectedRows } from '../../domain/rejects/change-rejects.ts'
import {
  type ReadRejectedCause,
  type ReadRejectedRow,
  type RejectsDeps,
  readRejectedCauses,
  readRejectedRows,
} from '../../domain/rejects/read-rejects.ts'
import { changeRejectLimits, readRejectDays, readRejectLimits } from '../../domain/rejects/reject-limits.ts'
import { replayRun } from '../../domain/runs/repeat-run.ts'
import type { StartRun } from '../../domain/runs/start-run.ts'
import type { RejectedPick } from '../../store/rejects/rejected-rows.ts'
import type { Handlers } from '../handler.ts'
import { numberFromCursor } from '../requests/number-from-cursor.ts'

const PAGE = 100

interface Deps extends RejectsDeps {
  readonly startRun: StartRun
}

/** Rejected rows of a run: to be read, changed, sent again or skipped. */
export const rejectHandlers = (deps: Deps) =>
  ({
    listRejectedRows: async ({ member: { organizationId }, params, query: { entity, cursor = '0', ...of } }) => {
      const page = { entity, cause: causeOf(of), after: numberFromCursor(cursor), limit: PAGE }
      const found = await readRejectedRows(deps, organizationId, params['runId'] ?? '', page)
      const { columns, sourceColumns, rows } = found
      return defined({
        columns: columns.map(columnToWire),
        source_columns: sourceColumns?.map(columnToWire),
        rows: rows.map(rowToWire),
        next_cursor: rows.length === PAGE ? String(rows.at(-1)?.id) : null,
      })
    },

    getRejectLimits: ({ member: { organizationId } }) => limitsToWire(deps, organizationId),

    updateRejectLimits: async ({ member, body }) => {
      await changeRejectLimits(deps.database, member, body)
      return limitsToWire(deps, member.organizationId)
    },

    listRejectedCauses: async ({ member: { organizationId }, params, query: { entity } }) => ({
      days: await readRejectDays(deps.database, organizationId),
      causes: (await readRejectedCauses(deps, organizationId, params['runId'] ?? '', entity)).map(causeToWire),
    }),

    editRejectedRows: async ({ member, params, body }) => {
      await editRejectedRows(deps, member, params['runId'] ?? '', body.rows)
      return undefined
    },

    skipRejectedRows: async ({ member, params, body }) => ({
      rows: await skipRejectedRows(deps, member, params['runId'] ?? '', pickOf(body)),
    }),

    replayRejectedRows: async ({ member, params, body: { mend, ...pick } }) => {
      const replay = { pick: pickOf(pick), ...defined({ mend }) }
      return { run_id: (await replayRun(deps, member, params['runId'] ?? '', replay)).id }
    },

    replayRun: async ({ member, params }) => ({
      run_id: (await replayRun(deps, member, params['runId'] ?? '', { pick: {} })).id,
    }),
  }) satisfies Partial<Handlers>

async function limitsToWire({ database }: Pick<Deps, 'database'>, organizationId: string) {
  const { limits, kept } = await readRejectLimits(database, organizationId)
  return { ...limits, kept: { ...kept, oldest: kept.oldest?.toISOString() ?? null } }
}

interface WireCause {
  readonly column?: string | undefined
  readonly rule?: string | undefined
}

const causeOf = ({ column, rule }: WireCause) =>
  column !== undefined && rule !== undefined ? { column, rule } : undefined

function pickOf({
  entity,
  rows,
  ...of
}: WireCause & { readonly entity?: string | undefined; readonly rows?: readonly number[] | undefined }): RejectedPick {
  const cause = causeOf(of)
  return defined({ entity, rows, cause })
}

const columnToWire = ({ name, type }: { readonly name: string; readonly type: string }) => ({ name, type })

const rowToWire = ({ values, rule_sentence, source, original, isSent, isOutdated, ...row }: ReadRejectedRow) => ({
  ...row,
  ...defined({ rule_sentence: rule_sentence ?? undefined }),
  values: [...values],
  ...defined({
    source_values: source && [...source],
    original_values: original && [...original],
    is_sent: isSent || undefined,
    is_outdated: isOutdated || undefined,
  }),
})

const causeToWire = ({ column_name: column, rule, rule_sentence, rows, kept, values, mends }: ReadRejectedCause) => ({
  column,
  rule,
  ...defined({ rule_sentence: rule_sentence ?? undefined }),
  rows,
  kept,
  values: [...values],
  mends: mends.map(({ mend, rows: helped }) => ({ ...mend, rows: helped })),
})
