import type { TestStage } from '../../../core/catalog/checks/test-stage.ts'
import type {
  Connection,
  ConnectionChange,
  ConnectionClone,
  ConnectionVersion,
  NewConnection,
} from '../../../core/connections/connection.ts'
import type { ConnectionOverview } from '../../../core/connections/connection-overview.ts'
import type { ConnectionRepository } from '../../../core/connections/connection-repository.ts'
import type { UnsavedConnection } from '../../../core/connections/connection-test.ts'
import type { Entity } from '../../../core/connections/entity.ts'
import type { EntityRows } from '../../../core/connections/entity-rows.ts'
import type { AbsentTable, RefusedTable } from '../../../core/connections/refused-table.ts'
import type { Result } from '../../../core/result.ts'
import { CONFLICT, MemoryAnswers, NOT_FOUND } from '../memory-answers.ts'
import { MemoryCollection } from '../memory-collection.ts'
import type { MemoryTrashRepository } from '../organizations/memory-trash-repository.ts'

export class MemoryConnectionRepository extends MemoryAnswers implements ConnectionRepository {
  readonly #connections: MemoryCollection<Connection>
  #nextId = 1
  /** The result of every test and discovery, until set otherwise. */
  stages: readonly TestStage[] = [{ stage: 'sign-in', status: 'passed', milliseconds: 12 }]
  entities: readonly Entity[] = []
  /** The rows of every entity. */
  sample: EntityRows = { columns: [], rows: [], hasMore: false, notes: [] }
  /** What the accounts may not read. */
  refused: readonly RefusedTable[] = []
  readonly tested: UnsavedConnection[] = []
  /** How every connection has been doing. */
  history: ConnectionOverview = { tests: [], changes: [], tables: [] }
  /** The versions of every connection. */
  saved: readonly ConnectionVersion[] = []

  constructor(trash?: MemoryTrashRepository) {
    super()
    this.#connections = new MemoryCollection((organizationId, removed) => {
      const { id, name, type } = removed
      trash?.keep(organizationId, { id, name, type, kind: 'connection' }, () =>
        this.#connections.put(organizationId, removed),
      )
    })
  }

  async list(organizationId: string): Promise<Result<readonly Connection[]>> {
    return this.answer(() => this.#connections.of(organizationId))
  }

  async add(
    organizationId: string,
    connection: NewConnection & Pick<Connection, 'isStandIn'>,
  ): Promise<Result<Connection>> {
    return this.answer(() =>
      this.#connections.put(organizationId, { ...connection, id: `connection-${this.#nextId++}` }),
    )
  }

  /** What the last clone was asked to be. */
  cloned: ConnectionClone | undefined

  async clone(organizationId: string, connectionId: string, wanted: ConnectionClone): Promise<Result<Connection>> {
    this.cloned = wanted
    const { credentials: _, ...clone } = wanted
    const original = this.#connections.find(organizationId, connectionId)
    return this.answer(() =>
      original
        ? this.#connections.put(organizationId, { ...original, ...clone, id: `connection-${this.#nextId++}` })
        : NOT_FOUND,
    )
  }

  async update(
    organizationId: string,
    connectionId: string,
    change: ConnectionChange,
    version?: number,
  ): Promise<Result<void>> {
    const known = this.#connections.find(organizationId, connectionId)
    if (known && version !== undefined && version !== (known.version ?? 1)) this.failNext(CONFLICT)
    return this.answerNothing(() =>
      this.#connections.change(organizationId, connectionId, (before) => ({
        ...before,
        ...change,
        version: (before.version ?? 1) + 1,
      })),
    )
  }

  async versions(organizationId: string, connectionId: string): Promise<Result<readonly ConnectionVersion[]>> {
    return this.answer(() => (this.#connections.find(organizationId, connectionId) ? this.saved : NOT_FOUND))
  }

  async overview(organizationId: string, connectionId: string): Promise<Result<ConnectionOverview>> {
    return this.answer(() => (this.#connections.find(organizationId, connectionId) ? this.history : NOT_FOUND))
  }

  async remove(organizationId: string, connectionId: string): Promise<Result<void>> {
    return this.answer(() => this.#connections.remove(organizationId, connectionId))
  }

  async test(organizationId: string, connectionId: string): Promise<Result<readonly TestStage[]>> {
    return this.answer(() => (this.#connections.find(organizationId, connectionId) ? this.stages : NOT_FOUND))
  }

  async testUnsaved(_organizationId: string, connection: UnsavedConnection): Promise<Result<readonly TestStage[]>> {
    return this.answer(() => {
      this.tested.push(connection)
      return this.stages
    })
  }

  async discover(organizationId: string, connectionId: string): Promise<Result<readonly Entity[]>> {
    return this.answer(() => (this.#connections.find(organizationId, connectionId) ? this.entities : NOT_FOUND))
  }

  async refusals(
    _organizationId: string,
    _connectionId: string,
    tables: readonly AbsentTable[],
  ): Promise<Result<readonly RefusedTable[]>> {
    return this.answer(() => this.refused.filter(({ entity }) => tables.some((table) => table.entity === entity)))
  }

  async rows(organizationId: string, connectionId: string): Promise<Result<EntityRows>> {
    return this.answer(() => (this.#connections.find(organizationId, connectionId) ? this.sample : NOT_FOUND))
  }
}
