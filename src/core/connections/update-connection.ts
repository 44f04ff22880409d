import type { Credentials } from '../integrations/integration.ts'
import { inOrganization } from '../organizations/active-organization.ts'
import { fail, type Result } from '../result.ts'
import type { Connection, ConnectionChange } from './connection.ts'
import { connectionTypeOf } from './connection-type-of.ts'
import type { ConnectionDeps } from './deps.ts'

export interface ConnectionUpdate extends ConnectionChange {
  /** Only for a merged type; an absent secret keeps the stored one. */
  readonly credentials?: Credentials
  /** The version of the credentials that the form was filled with. */
  readonly integrationVersion?: number | undefined
}

export type UpdateConnection = (connection: Connection, update: ConnectionUpdate) => Promise<Result<void>>

/**
 * A merged type's credentials are saved to its integration first: refused credentials leave the connection unchanged. Fails with
 * `only-credentials-saved` when they are stored and the rest is not.
 */
export const makeUpdateConnection =
  ({ organization, connections, integrations }: ConnectionDeps): UpdateConnection =>
  ({ id, type, integrationId, version, name, capability, config }, { credentials, integrationVersion, ...change }) =>
    inOrganization(organization, async (organizationId) => {
      const isMerged = credentials && integrationId && connectionTypeOf(type).merged
      if (isMerged) {
        const named = change.name === undefined ? {} : { name: change.name }
        const updated = await integrations.update(
          organizationId,
          integrationId,
          { ...named, credentials },
          integrationVersion,
        )
        if (!updated.ok) return updated
      }
      // The call needs all three (spec §7); unchanged values are sent too.
      const saved = await connections.update(organizationId, id, { name, capability, config, ...change }, version)
      return saved.ok || !isMerged ? saved : fail({ kind: 'only-credentials-saved', cause: saved.failure })
    })
