import type { Query } from '../database/database.ts'

export interface Named {
  readonly id: string
  readonly name: string
}

/** What belongs to the stand-ins of an organization. */
export interface StandInParts {
  readonly flows: readonly Named[]
  readonly connections: readonly Named[]
  readonly integrations: readonly Named[]
}

export async function standInParts(query: Query, organizationId: string): Promise<StandInParts> {
  const integrations = await query<Named>(
    'select id, name from integrations where organization_id = $1 and is_stand_in order by lower(name), id',
    [organizationId],
  )
  const connections = await query<Named>(
    `select connections.id, connections.name from connections join integrations on integrations.id = integration_id
     where connections.organization_id = $1 and integrations.is_stand_in order by lower(connections.name), connections.id`,
    [organizationId],
  )
  const flows = await query<Named>(
    `select id, name from flows where organization_id = $1
       and (source_connection_id = any($2::uuid[]) or destination_connection_id = any($2::uuid[])) order by lower(name), id`,
    [organizationId, connections.map(({ id }) => id)],
  )
  return { flows, connections, integrations }
}
