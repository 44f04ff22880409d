import type { Query } from '../database/database.ts'

/** What an organization allows assistants. */
export interface AssistantSettings {
  readonly shows_values: boolean
}

export async function findAssistantSettings(query: Query, organizationId: string): Promise<AssistantSettings> {
  const [settings] = await query<AssistantSettings>(
    'select shows_values from assistant_settings where organization_id = $1',
    [organizationId],
  )
  return settings ?? { shows_values: false }
}

export const saveAssistantSettings = (query: Query, organizationId: string, { shows_values }: AssistantSettings) =>
  query(
    `insert into assistant_settings (organization_id, shows_values) values ($1, $2)
     on conflict (organization_id) do update set shows_values = excluded.shows_values`,
    [organizationId, shows_values],
  )
