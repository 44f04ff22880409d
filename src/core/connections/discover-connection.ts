import { inOrganization } from '../organizations/active-organization.ts'
import { map, type Result } from '../result.ts'
import type { Connection } from './connection.ts'
import type { ConnectionDeps } from './deps.ts'
import type { Entity } from './entity.ts'

export type DiscoverConnection = (connection: Pick<Connection, 'id' | 'type'>) => Promise<Result<readonly Entity[]>>

export const makeDiscoverConnection =
  ({ organization, connections }: ConnectionDeps): DiscoverConnection =>
  ({ id, type }) =>
    inOrganization(organization, async (organizationId) =>
      map(await connections.discover(organizationId, id), (entities) =>
        type === 'google_sheets' ? entities.map(withSheetsPrefix) : entities,
      ),
    )

/** Other systems name their entities `schema.table`; a bare sheet gets `sheets.` before it (spec §5). */
const withSheetsPrefix = (entity: Entity): Entity =>
  entity.name.includes('.') ? entity : { ...entity, name: `sheets.${entity.name}` }
