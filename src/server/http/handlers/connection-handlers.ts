import { sentence } from '../../../core/catalog/sentence.ts'
import {
  changeConnection,
  createConnection,
  readConnections,
  removeConnection,
} from '../../domain/connections/change-connections.ts'
import { readConnectionVersions } from '../../domain/connections/connection-versions.ts'
import { invalid } from '../../domain/request-error.ts'
import type { Database } from '../../store/database/database.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Handlers } from '../handler.ts'
import { versionFrom } from '../requests/version-from.ts'
import { connectionToWire } from '../wire/connection-to-wire.ts'
import { versionToWire } from '../wire/version-to-wire.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
}

export const connectionHandlers = (deps: Deps) =>
  ({
    listConnections: async ({ member: { organizationId } }) =>
      (await readConnections(deps.database, organizationId)).map(connectionToWire),

    createConnection: async ({ member, body: { integration_id: integrationId, ...body } }) =>
      connectionToWire(await createConnection(deps, member, { ...body, integrationId })),

    updateConnection: async ({ member, params, body: { id: given, name, capability, config }, request }) => {
      const id = params['connectionId'] ?? ''
      if (given !== undefined && given !== id) throw invalid(sentence`id must be the connection’s own`, 'id')
      return connectionToWire(
        await changeConnection(deps, member, id, { name, capability, config, version: versionFrom(request) }),
      )
    },

    listConnectionVersions: async ({ member: { organizationId }, params }) => {
      const versions = await readConnectionVersions(deps.database, organizationId, params['connectionId'] ?? '')
      return versions.map(({ kind, settings, ...row }) => ({ ...versionToWire(row), of: kind, settings }))
    },

    deleteConnection: async ({ member, params }) => {
      await removeConnection(deps, member, params['connectionId'] ?? '')
      return undefined
    },
  }) satisfies Partial<Handlers>
