import { FLOW_ROUTES } from '../../../contract/flows.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import type { Opening } from '../../domain/connections/open-endpoint.ts'
import { invalid } from '../../domain/request-error.ts'
import { approveDryRun, runApproved } from '../../domain/runs/approve-dry-run.ts'
import { backfillFlow, countBackfill } from '../../domain/runs/backfill-flow.ts'
import { cancelRun } from '../../domain/runs/cancel-run.ts'
import { decideVanished, retryRun } from '../../domain/runs/repeat-run.ts'
import { runKey } from '../../domain/runs/run-key.ts'
import type { StartRun } from '../../domain/runs/start-run.ts'
import { sendDiffering, verifyFlow } from '../../domain/runs/verify-flow.ts'
import type { Handlers } from '../handler.ts'
import { REPEATED } from '../keyed-calls.ts'
import { runToWire } from '../wire/run-to-wire.ts'

interface Deps extends Opening {
  readonly contextFor: (request: Request) => ConnectorContext
  readonly startRun: StartRun
}

/** Actions on runs: start, repeat, cancel. */
export const runActionHandlers = (deps: Deps) =>
  ({
    runFlow: async ({ member: { organizationId, person }, params, request }) => {
      const key = request.headers.get('idempotency-key')
      if (key !== null && key.length > 255)
        throw invalid(sentence`Idempotency-Key must be at most 255 characters`, 'Idempotency-Key')
      const flowId = params['flowId'] ?? ''
      const run = await deps.startRun(
        defined({
          organizationId,
          flowId,
          trigger: 'person',
          by: { person, action: 'run.triggered' },
          work: { kind: 'move' },
          idempotencyKey: key === null ? undefined : runKey('call', flowId, key),
        }),
      )
      const answer = { run_id: run.id }
      if (!run.isRepeated) return answer
      return Response.json(answer, { status: FLOW_ROUTES.runFlow.status, headers: REPEATED })
    },

    dryRunFlow: async ({ member: { organizationId, person }, params }) => {
      const flowId = params['flowId'] ?? ''
      const by = { person, action: 'run.dry' } as const
      const run = await deps.startRun({ organizationId, flowId, trigger: 'person', by, work: { kind: 'dry-run' } })
      return { run_id: run.id }
    },

    verifyFlow: async ({ member, params }) => ({
      run_id: (await verifyFlow(deps, member, params['flowId'] ?? '')).id,
    }),

    sendDiffering: async ({ member, params }) => ({
      run_id: (await sendDiffering(deps, member, params['runId'] ?? '')).id,
    }),

    approveDryRun: async ({ member, params }) => {
      await approveDryRun(deps.database, member, params['runId'] ?? '')
      return undefined
    },

    runApproved: async ({ member, params }) => ({
      run_id: (await runApproved(deps, member, params['runId'] ?? '')).id,
    }),

    decideVanished: async ({ member, params, body }) => ({
      run_id: (await decideVanished(deps, member, params['runId'] ?? '', body.decision)).id,
    }),

    countBackfill: async ({ member, params, body, request }) => ({
      streams: await countBackfill(deps, member, { ...of(params), parts: body.streams }, deps.contextFor(request)),
    }),

    backfillFlow: async ({ member, params, body }) => {
      const wanted = { ...of(params), parts: body.streams, dry: body.dry_run ?? false }
      return { run_id: (await backfillFlow(deps, member, wanted)).id }
    },

    retryRun: async ({ member, params, query }) => {
      const takesNewColumns = query.new_columns === 'take'
      return { run_id: (await retryRun(deps, member, params['runId'] ?? '', { takesNewColumns })).id }
    },

    cancelRun: async ({ member, params }) => runToWire(await cancelRun(deps.database, member, params['runId'] ?? '')),
  }) satisfies Partial<Handlers>

const of = (params: Readonly<Record<string, string>>) => ({ flowId: params['flowId'] ?? '' })
