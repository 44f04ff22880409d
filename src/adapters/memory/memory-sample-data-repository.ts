import { ok, type Result } from '../../core/result.ts'
import type { SampleData } from '../../core/sample-data/sample-data.ts'
import type { SampleDataRepository } from '../../core/sample-data/sample-data-repository.ts'
import { MemoryAnswers } from './memory-answers.ts'
import type { MemoryConnectionRepository } from './memory-connection-repository.ts'
import type { MemoryFlowRepository } from './memory-flow-repository.ts'

export interface MemorySampleDataRepositoryDeps {
  readonly connections: MemoryConnectionRepository
  readonly flows: MemoryFlowRepository
}

/** Adds the created objects to the lists of the other fakes. */
export class MemorySampleDataRepository extends MemoryAnswers implements SampleDataRepository {
  readonly #deps: MemorySampleDataRepositoryDeps

  constructor(deps: MemorySampleDataRepositoryDeps) {
    super()
    this.#deps = deps
  }

  async create(organizationId: string): Promise<Result<SampleData>> {
    const asked = await this.answer(() => undefined)
    if (!asked.ok) return asked
    const { connections, flows } = this.#deps
    const make = (name: string) =>
      connections.add(organizationId, {
        name,
        type: 'postgres',
        capability: 'both',
        integrationId: 'sample',
        config: {},
      })
    const shop = await make('Shop')
    const warehouse = await make('Warehouse')
    if (!shop.ok) return shop
    if (!warehouse.ok) return warehouse
    const flow = await flows.create(organizationId, {
      name: 'Shop to warehouse',
      sourceConnection: shop.value,
      destinationConnection: warehouse.value,
    })
    return flow.ok ? ok({ connections: [shop.value, warehouse.value], flow: flow.value }) : flow
  }
}
