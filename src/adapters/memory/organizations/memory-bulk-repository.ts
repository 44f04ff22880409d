import type { BulkCall, BulkOutcome, BulkRepository } from '../../../core/bulk/bulk-repository.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { ConnectionRepository } from '../../../core/connections/connection-repository.ts'
import type { FlowRepository } from '../../../core/flows/flow-repository.ts'
import type { IntegrationRepository } from '../../../core/integrations/integration-repository.ts'
import type { Result } from '../../../core/result.ts'
import { MemoryAnswers } from '../memory-answers.ts'

interface Deps {
  readonly flows: FlowRepository
  readonly connections: ConnectionRepository
  readonly integrations: IntegrationRepository
}

/** Makes the calls of the other fakes, all of them whatever the page does. */
export class MemoryBulkRepository extends MemoryAnswers implements BulkRepository {
  readonly #deps: Deps
  readonly asked: (readonly BulkCall[])[] = []

  constructor(deps: Deps) {
    super()
    this.#deps = deps
  }

  async perform(organizationId: string, calls: readonly BulkCall[]): Promise<Result<readonly BulkOutcome[]>> {
    this.asked.push(calls)
    const asked = await this.answer(() => undefined)
    if (!asked.ok) return asked
    const outcomes: BulkOutcome[] = []
    for (const { call, ids, body } of calls)
      for (const id of ids) {
        const result = await this.#one(organizationId, call, id, body)
        outcomes.push(defined({ call, id, failure: result.ok ? undefined : result.failure }))
      }
    return { ok: true, value: outcomes }
  }

  #one(organizationId: string, call: BulkCall['call'], id: string, body: BulkCall['body']): Promise<Result<unknown>> {
    const { flows, connections, integrations } = this.#deps
    switch (call) {
      case 'runFlow':
        return flows.run(organizationId, id, `bulk ${id}`)
      case 'updateFlow':
        return flows.update(organizationId, id, { ...body })
      case 'deleteFlow':
        return flows.delete(organizationId, id)
      case 'testConnection':
        return connections.test(organizationId, id)
      case 'deleteConnection':
        return connections.remove(organizationId, id)
      case 'deleteIntegration':
        return integrations.remove(organizationId, id)
    }
  }
}
