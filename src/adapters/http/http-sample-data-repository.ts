import { SAMPLE_DATA_ROUTES } from '../../contract/sample-data.ts'
import type { Connection } from '../../core/connections/connection.ts'
import { map, type Result } from '../../core/result.ts'
import type { SampleData } from '../../core/sample-data/sample-data.ts'
import type { SampleDataRepository } from '../../core/sample-data/sample-data-repository.ts'
import type { StandIns, WantedStandIn } from '../../core/sample-data/stand-ins.ts'
import { connectionFromWire } from './connection-from-wire.ts'
import { flowFromWire } from './flow-from-wire.ts'
import type { HttpClient } from './http-client.ts'
import { withoutAbsent } from './without-absent.ts'

export class HttpSampleDataRepository implements SampleDataRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async create(orgId: string): Promise<Result<SampleData>> {
    const made = await this.#http.call(SAMPLE_DATA_ROUTES.createSampleData, { params: { orgId } })
    return map(made, ({ connections, flow }) => ({
      connections: connections.map(connectionFromWire),
      flow: flowFromWire(flow),
    }))
  }

  async standIns(orgId: string): Promise<Result<StandIns>> {
    const listed = await this.#http.call(SAMPLE_DATA_ROUTES.listStandIns, { params: { orgId } })
    return map(listed, ({ types, ...parts }) => ({
      types: new Map(
        types.map(({ type, problem, sentence }) => [
          type,
          problem === undefined ? undefined : { message: problem, ...withoutAbsent({ sentence }) },
        ]),
      ),
      ...parts,
    }))
  }

  async addStandIn(orgId: string, wanted: WantedStandIn): Promise<Result<Connection>> {
    return map(
      await this.#http.call(SAMPLE_DATA_ROUTES.addStandIn, { params: { orgId }, body: wanted }),
      connectionFromWire,
    )
  }

  removeStandIns(orgId: string): Promise<Result<void>> {
    return this.#http.send(SAMPLE_DATA_ROUTES.removeStandIns, { params: { orgId } })
  }
}
