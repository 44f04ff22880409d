import { sentence } from '../../../core/catalog/sentence.ts'
import { invalid } from '../../domain/request-error.ts'
import { cancelRun } from '../../domain/runs/cancel-run.ts'
import { retryRun } from '../../domain/runs/repeat-run.ts'
import type { StartRun } from '../../domain/runs/start-run.ts'
import type { Database } from '../../store/database/database.ts'
import type { Handlers } from '../handler.ts'
import { runToWire } from './run-to-wire.ts'

interface Deps {
  readonly database: Database
  readonly startRun: StartRun
}

/** Actions on runs: start, repeat, cancel. */
export const runActionHandlers = (deps: Deps) =>
  ({
    runFlow: async ({ member: { organizationId, person }, params, request }) => {
      const key = request.headers.get('idempotency-key')
      if (key !== null && key.length > 255)
        throw invalid(sentence`Idempotency-Key must be at most 255 characters`, 'Idempotency-Key')
      const run = await deps.startRun({
        organizationId,
        flowId: params['flowId'] ?? '',
        trigger: 'person',
        by: { person, action: 'run.triggered' },
        ...(key !== null && { idempotencyKey: key }),
      })
      return { run_id: run.id }
    },

    dryRunFlow: async ({ member: { organizationId, person }, params }) => {
      const flowId = params['flowId'] ?? ''
      const by = { person, action: 'run.dry' } as const
      const run = await deps.startRun({ organizationId, flowId, trigger: 'person', by, dry: true })
      return { run_id: run.id }
    },

    retryRun: async ({ member, params }) => ({ run_id: (await retryRun(deps, member, params['runId'] ?? '')).id }),

    cancelRun: async ({ member, params }) => runToWire(await cancelRun(deps.database, member, params['runId'] ?? '')),
  }) satisfies Partial<Handlers>
