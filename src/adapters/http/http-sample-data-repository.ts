import { SAMPLE_DATA_ROUTES } from '../../contract/sample-data.ts'
import type { Connection } from '../../core/connections/connection.ts'
import { map, type Result } from '../../core/result.ts'
import type { SampleData } from '../../core/sample-data/sample-data.ts'
import type { SampleDataRepository } from '../../core/sample-data/sample-data-repository.ts'
import type { StandIns, WantedStandIn } from '../../core/sample-data/stand-ins.ts'
import { connectionOf } from './connection-of.ts'
import { flowOf } from './flow-of.ts'
import type { HttpClient } from './http-client.ts'

export class HttpSampleDataRepository implements SampleDataRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async create(orgId: string): Promise<Result<SampleData>> {
    const made = await this.#http.call(SAMPLE_DATA_ROUTES.createSampleData, { params: { orgId } })
    return map(made, ({ connections, flow }) => ({
      connections: connections.map(connectionOf),
      flow: flowOf(flow),
    }))
  }

  async standIns(orgId: string): Promise<Result<StandIns>> {
    const listed = await this.#http.call(SAMPLE_DATA_ROUTES.listStandIns, { params: { orgId } })
    return map(listed, ({ types, ...parts }) => ({
      types: new Map(
        types.map(({ type, problem: message, ...rest }) => [
          type,
          message === undefined ? undefined : { message, ...rest },
        ]),
      ),
      ...parts,
    }))
  }

  async addStandIn(orgId: string, wanted: WantedStandIn): Promise<Result<Connection>> {
    return map(await this.#http.call(SAMPLE_DATA_ROUTES.addStandIn, { params: { orgId }, body: wanted }), connectionOf)
  }

  removeStandIns(orgId: string): Promise<Result<void>> {
    return this.#http.send(SAMPLE_DATA_ROUTES.removeStandIns, { params: { orgId } })
  }
}
