import { inOrganization } from '../organizations/active-organization.ts'
import { map, type Result } from '../result.ts'
import type { Connection } from './connection.ts'
import { connectionTypeOf } from './connection-type-of.ts'
import type { ConnectionDeps } from './deps.ts'
import type { Entity } from './entity.ts'

export type DiscoverConnection = (connection: Pick<Connection, 'id' | 'type'>) => Promise<Result<readonly Entity[]>>

export const makeDiscoverConnection =
  ({ organization, connections }: ConnectionDeps): DiscoverConnection =>
  ({ id, type }) =>
    inOrganization(organization, async (organizationId) =>
      map(await connections.discover(organizationId, id), (entities) =>
        entities.map((entity) => withPrefix(entity, connectionTypeOf(type).entityPrefix)),
      ),
    )

const withPrefix = (entity: Entity, prefix: string | undefined): Entity =>
  prefix === undefined || entity.name.includes('.') ? entity : { ...entity, name: `${prefix}.${entity.name}` }
