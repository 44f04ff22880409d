import { camelCased } from '../../../contract/camel-cased.ts'
import { CONNECTION_OVERVIEW_ROUTES } from '../../../contract/connection-overviews.ts'
import { CONNECTION_ROUTES, testConnectionResponse } from '../../../contract/connections.ts'
import type { TestStage } from '../../../core/catalog/checks/test-stage.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { ConnectionRepository } from '../../../core/connections/connection-repository.ts'
import { fail, map, type Result } from '../../../core/result.ts'
import type { HttpClient } from '../http-client.ts'
import { snakeCased } from '../snake-cased.ts'

/** What is called of one connection, on its page or in its form: its code is loaded with the first call. */
export const httpConnectionDetails = (http: HttpClient) =>
  ({
    versions: (orgId, connectionId) =>
      http.call(CONNECTION_ROUTES.listConnectionVersions, { params: { orgId, connectionId } }),

    overview: (orgId, connectionId) =>
      http.call(CONNECTION_OVERVIEW_ROUTES.getConnectionOverview, { params: { orgId, connectionId } }),

    test: async (orgId, connectionId) =>
      stagesOf(await http.callLoosely(CONNECTION_ROUTES.testConnection, { params: { orgId, connectionId } })),

    async testUnsaved(orgId, connection) {
      // Field by field, because a form hands in what only its save needs, and the server refuses unknown fields.
      const { id, name, type, capability, integrationId, config, credentials } = connection
      const body = snakeCased({ id, name, type, capability, integrationId, config, credentials })
      return stagesOf(await http.callLoosely(CONNECTION_ROUTES.testUnsavedConnection, { params: { orgId }, body }))
    },

    async rows(orgId, connectionId, entity, stop) {
      const read = await http.call(CONNECTION_ROUTES.showRows, {
        params: { orgId, connectionId },
        body: { entity },
        stop,
      })
      return map(read, (row) => ({ hasMore: false, notes: [], ...row }))
    },
  }) satisfies Partial<ConnectionRepository>

const stagesOf = (tested: Result<{ readonly stages?: readonly TestStage[] }>): Result<readonly TestStage[]> =>
  map(failedTest(tested), ({ stages = [] }) => stages)

/** A 422 with stages is a failed test; any other failure stays unchanged. */
function failedTest<T>(tested: Result<T>): Result<T> {
  if (tested.ok || tested.failure.kind !== 'http' || tested.failure.status !== 422) return tested
  const { data } = testConnectionResponse.safeParse(tested.failure.details)
  const { stages } = data ? camelCased(testConnectionResponse, data) : {}
  if (!stages) return tested
  const { serverMessage, serverSentence } = tested.failure
  return fail({
    ...({ kind: 'connection-test-failed', stages } as const),
    ...defined({ serverMessage, serverSentence }),
  })
}
