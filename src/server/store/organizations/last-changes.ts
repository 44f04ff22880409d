import type { Query } from '../database/database.ts'

export interface LastChangeRow {
  /** A setting, or an id. */
  readonly of: string
  readonly at: Date
  readonly actor_uid: string
  readonly actor_name: string | null
}

/** The newest event for each setting of an organization that it changed. */
export const lastSettingChanges = (query: Query, organizationId: string): Promise<LastChangeRow[]> =>
  query<LastChangeRow>(
    `select distinct on (setting) setting as of, at, actor_uid, actor_name
     from audit_events cross join lateral (
       select substring(action from '^organization[.](budgets|reject_limits|run_limits|assistants)_changed$') as setting
       union all select changed->'path'->>0 from jsonb_array_elements(changes) as changed
       where action in ('organization.renamed', 'organization.updated')) as settings
     where organization_id = $1 and setting is not null and changes is not null and action = any($2)
     order by setting, id desc`,
    [
      organizationId,
      [
        'organization.renamed',
        'organization.updated',
        'organization.budgets_changed',
        'organization.reject_limits_changed',
        'organization.run_limits_changed',
        'organization.assistants_changed',
      ],
    ],
  )

/** The newest event for each thing that was created or changed by one of these actions. */
export const lastChangesOfThings = (
  query: Query,
  organizationId: string,
  actions: readonly string[],
): Promise<LastChangeRow[]> =>
  query<LastChangeRow>(
    `select distinct on (target_id) coalesce(target_id, '') as of, at, actor_uid, actor_name from audit_events
     where organization_id = $1 and action = any($2) and target_id is not null order by target_id, id desc`,
    [organizationId, actions],
  )
