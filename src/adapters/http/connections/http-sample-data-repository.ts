import { SAMPLE_DATA_ROUTES } from '../../../contract/sample-data.ts'
import { map } from '../../../core/result.ts'
import type { SampleDataRepository } from '../../../core/sample-data/sample-data-repository.ts'
import { flowOf } from '../flows/flow-of.ts'
import type { HttpClient } from '../http-client.ts'
import { connectionOf } from './connection-of.ts'

export const httpSampleDataRepository = (http: HttpClient): SampleDataRepository => ({
  async create(orgId) {
    const made = await http.call(SAMPLE_DATA_ROUTES.createSampleData, { params: { orgId } })
    return map(made, ({ connections, flow }) => ({
      connections: connections.map(connectionOf),
      flow: flowOf(flow),
    }))
  },

  async standIns(orgId) {
    const listed = await http.call(SAMPLE_DATA_ROUTES.listStandIns, { params: { orgId } })
    return map(listed, ({ types, ...parts }) => ({
      types: new Map(
        types.map(({ type, problem: message, ...rest }) => [
          type,
          message === undefined ? undefined : { message, ...rest },
        ]),
      ),
      ...parts,
    }))
  },

  addStandIn: async (orgId, wanted) =>
    map(await http.call(SAMPLE_DATA_ROUTES.addStandIn, { params: { orgId }, body: wanted }), connectionOf),

  removeStandIns: (orgId) => http.send(SAMPLE_DATA_ROUTES.removeStandIns, { params: { orgId } }),
})
