import { ROUTES } from '../../contract/routes.ts'
import { map, type Result } from '../../core/result.ts'
import type { SampleData } from '../../core/sample-data/sample-data.ts'
import type { SampleDataRepository } from '../../core/sample-data/sample-data-repository.ts'
import { connectionFromWire } from './connection-from-wire.ts'
import { flowFromWire } from './flow-from-wire.ts'
import type { HttpClient } from './http-client.ts'

export class HttpSampleDataRepository implements SampleDataRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async create(orgId: string): Promise<Result<SampleData>> {
    const made = await this.#http.call(ROUTES.createSampleData, { params: { orgId } })
    return map(made, ({ connections, flow }) => ({
      connections: connections.map(connectionFromWire),
      flow: flowFromWire(flow),
    }))
  }
}
