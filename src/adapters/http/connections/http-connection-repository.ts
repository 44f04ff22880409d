import { CONNECTION_ROUTES } from '../../../contract/connections.ts'
import type { Connection } from '../../../core/connections/connection.ts'
import type { ConnectionRepository } from '../../../core/connections/connection-repository.ts'
import { map, ok } from '../../../core/result.ts'
import type { HttpClient } from '../http-client.ts'
import { ifMatch } from '../if-match.ts'
import { KnownIds } from '../known-ids.ts'
import { snakeCased } from '../snake-cased.ts'
import { connectionOf } from './connection-of.ts'
import type { httpConnectionDetails } from './http-connection-details.ts'

/** What the pages of lists and the editor call. */
export function httpConnectionRepository(
  http: HttpClient,
): Omit<ConnectionRepository, keyof ReturnType<typeof httpConnectionDetails>> {
  const known = new KnownIds<Connection>()
  return {
    async list(orgId) {
      const listed = await http.call(CONNECTION_ROUTES.listConnections, { params: { orgId } })
      return map(listed, (rows) => known.note(orgId, rows.map(connectionOf)))
    },

    async add(orgId, connection) {
      const { name, type } = connection
      const body = snakeCased(connection)
      const saved = await http.callIfAnswered(CONNECTION_ROUTES.createConnection, { params: { orgId }, body })
      if (!saved.ok) return saved
      if (saved.value) return ok(connectionOf(saved.value))
      const isLike = (made: Connection) => made.name === name && made.type === type
      return known.findNew(orgId, () => this.list(orgId), isLike)
    },

    async clone(orgId, connectionId, body) {
      const cloned = await http.call(CONNECTION_ROUTES.cloneConnection, { params: { orgId, connectionId }, body })
      return map(cloned, connectionOf)
    },

    update(orgId, connectionId, change, version) {
      const body = { id: connectionId, ...change }
      const headers = ifMatch(version)
      return http.send(CONNECTION_ROUTES.updateConnection, { params: { orgId, connectionId }, headers, body })
    },

    remove: (orgId, connectionId) => http.send(CONNECTION_ROUTES.deleteConnection, { params: { orgId, connectionId } }),
    ...tablesOfConnections(http),
  }
}

const tablesOfConnections = (http: HttpClient) =>
  ({
    async discover(orgId, connectionId) {
      const found = await http.call(CONNECTION_ROUTES.discoverConnection, { params: { orgId, connectionId } })
      return map(found, ({ entities }) => entities.map((entity) => ({ columns: [], ...entity })))
    },

    async refusals(orgId, connectionId, tables) {
      const request = { params: { orgId, connectionId }, body: { tables } }
      const found = await http.call(CONNECTION_ROUTES.findRefusals, request)
      return map(found, ({ refused }) =>
        refused.map(({ entity, columns, error }) => ({
          entity,
          columns,
          error: { ...error, side: 'source', refused: { table: entity, columns } },
        })),
      )
    },
  }) satisfies Partial<ConnectionRepository>
