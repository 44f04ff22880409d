import { CONNECTION_TYPES } from '../../../core/catalog/connections/connection-types.ts'
import type { Connection } from '../../../core/connections/connection.ts'
import { ok, type Result } from '../../../core/result.ts'
import type { SampleData } from '../../../core/sample-data/sample-data.ts'
import type { SampleDataRepository } from '../../../core/sample-data/sample-data-repository.ts'
import type { StandInParts, StandIns, WantedStandIn } from '../../../core/sample-data/stand-ins.ts'
import type { MemoryFlowRepository } from '../flows/memory-flow-repository.ts'
import { MemoryAnswers } from '../memory-answers.ts'
import type { MemoryConnectionRepository } from './memory-connection-repository.ts'

export interface MemorySampleDataRepositoryDeps {
  readonly connections: MemoryConnectionRepository
  readonly flows: MemoryFlowRepository
}

/** Adds the created objects to the lists of the other fakes. */
export class MemorySampleDataRepository extends MemoryAnswers implements SampleDataRepository {
  readonly #deps: MemorySampleDataRepositoryDeps
  /** The types that can be tried, with the reason against it. */
  offered: StandIns['types'] = new Map()
  parts: StandInParts = { flows: [], connections: [], integrations: [] }

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

  async standIns(): Promise<Result<StandIns>> {
    return this.answer(() => ({ types: this.offered, ...this.parts }))
  }

  async addStandIn(organizationId: string, { type, capability }: WantedStandIn): Promise<Result<Connection>> {
    const asked = await this.answer(() => undefined)
    if (!asked.ok) return asked
    const name = `${CONNECTION_TYPES[type].label} (test account)`
    const added = await this.#deps.connections.add(organizationId, {
      name,
      type,
      capability,
      integrationId: 'stand-in',
      config: {},
      isStandIn: true,
    })
    if (!added.ok) return added
    const { id } = added.value
    this.parts = {
      ...this.parts,
      connections: [...this.parts.connections, { id, name }],
      integrations: [{ id: 'stand-in', name }],
    }
    return added
  }

  async removeStandIns(organizationId: string): Promise<Result<void>> {
    const removed = this.parts
    const asked = await this.answerNothing(() => undefined)
    if (!asked.ok) return asked
    for (const { id } of removed.connections) await this.#deps.connections.remove(organizationId, id)
    this.parts = { flows: [], connections: [], integrations: [] }
    return asked
  }
}
