import { FLOW_ROUTES } from '../../../contract/flows.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { readEditedFlow } from '../../domain/flows/drafts/read-edited-flow.ts'
import { invalid } from '../../domain/request-error.ts'
import { approveDryRun, runApproved } from '../../domain/runs/approve-dry-run.ts'
import { backfillFlow } from '../../domain/runs/backfill-flow.ts'
import { cancelRun } from '../../domain/runs/cancel-run.ts'
import { decideVanished, retryRun } from '../../domain/runs/repeat-run.ts'
import { runKey } from '../../domain/runs/run-key.ts'
import type { StartedRun, StartRun } from '../../domain/runs/start-run.ts'
import { sendDiffering, verifyFlow } from '../../domain/runs/verify-flow.ts'
import type { Database } from '../../store/database/database.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Handlers } from '../handler.ts'
import { REPEATED } from '../keyed-calls.ts'
import { runToWire } from '../wire/run-to-wire.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
  readonly startRun: StartRun
}

/** Actions on runs: start, repeat, cancel. */
export const runActionHandlers = (deps: Deps) =>
  ({
    runFlow: async ({ member: { organizationId, person }, params, request }) => {
      const key = idempotencyKeyOf(request)
      const flowId = params['flowId'] ?? ''
      const run = await deps.startRun(
        defined({
          organizationId,
          flowId,
          trigger: 'person',
          by: { person, action: 'run.triggered' },
          work: { kind: 'move' },
          idempotencyKey: key === undefined ? undefined : runKey('call', flowId, key),
        }),
      )
      const answer = started(run)
      if (!run.isRepeated) return answer
      return Response.json(answer, { status: FLOW_ROUTES.runFlow.status, headers: REPEATED })
    },

    dryRunFlow: async ({ member: { organizationId, person }, params, query }) => {
      const flowId = params['flowId'] ?? ''
      const by = { person, action: 'run.dry' } as const
      const edited = query.of === 'draft' && (await readEditedFlow(deps.database, organizationId, flowId))
      const work = defined({
        kind: 'dry-run' as const,
        draft: edited && edited.changes.length > 0 ? edited : undefined,
      })
      const run = await deps.startRun({ organizationId, flowId, trigger: 'person', by, work })
      return started(run)
    },

    verifyFlow: async ({ member, params }) => started(await verifyFlow(deps, member, params['flowId'] ?? '')),

    sendDiffering: async ({ member, params }) => started(await sendDiffering(deps, member, params['runId'] ?? '')),

    approveDryRun: async ({ member, params }) => {
      await approveDryRun(deps.database, member, params['runId'] ?? '')
      return undefined
    },

    runApproved: async ({ member, params }) => started(await runApproved(deps, member, params['runId'] ?? '')),

    decideVanished: async ({ member, params, body }) =>
      started(await decideVanished(deps, member, params['runId'] ?? '', body.decision)),

    backfillFlow: async ({ member, params, body }) => {
      const wanted = { ...of(params), parts: body.streams, dry: body.dry_run ?? false }
      return started(await backfillFlow(deps, member, wanted))
    },

    retryRun: async ({ member, params, query }) => {
      const takesNewColumns = query.new_columns === 'take'
      return started(await retryRun(deps, member, params['runId'] ?? '', { takesNewColumns }))
    },

    cancelRun: async ({ member, params }) => runToWire(await cancelRun(deps.database, member, params['runId'] ?? '')),
  }) satisfies Partial<Handlers>

const started = ({ id }: StartedRun) => ({ run_id: id })

/** @throws RequestError */
function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key') ?? undefined
  if (key !== undefined && key.length > 255)
    throw invalid(sentence`Idempotency-Key must be at most 255 characters`, 'Idempotency-Key')
  return key
}

const of = (params: Readonly<Record<string, string>>) => ({ flowId: params['flowId'] ?? '' })
