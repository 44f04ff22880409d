import { sentence } from '../../../core/catalog/sentence.ts'
import { changeIntegration, createIntegration } from '../../domain/integrations/change-integrations.ts'
import { invalid } from '../../domain/request-error.ts'
import type { TaskHandlers } from '../task-call.ts'
import { integrationToWire } from '../wire/integration-to-wire.ts'
import type { TaskDeps } from './task-deps.ts'

/** Integrations with new credentials: certificates and keys are read. */
export const integrationTaskHandlers = (deps: TaskDeps) =>
  ({
    createIntegration: async ({ member, body: { name, type, mergedIntegration: merged, credentials } }) =>
      integrationToWire(await createIntegration(deps, member, { name, type, merged, credentials })),

    updateIntegration: async ({ member, params, body: { id: given, name, type, credentials }, version }) => {
      const id = params['integrationId'] ?? ''
      if (given !== undefined && given !== id) throw invalid(sentence`id must be the integration’s own`, 'id')
      return integrationToWire(await changeIntegration(deps, member, id, { name, type, credentials, version }))
    },
  }) satisfies Partial<TaskHandlers>
