import { only, type Query } from '../database/database.ts'

/** Two of them never run at the same time for one organization. */
export const lockCode = (query: Query, organizationId: string): Promise<object[]> =>
  query(`select from (select pg_advisory_xact_lock(hashtextextended('code ' || $1, 0))) locked`, [organizationId])

/** A hash that another save, creation, deletion or restore of a flow, connection, integration or alert channel changes; runs leave it as it is. */
export const readCodeState = async (query: Query, organizationId: string): Promise<string> =>
  (
    await only(
      query<{ state: string }>(
        `select encode(sha256(convert_to(coalesce(string_agg(line, ',' order by line), ''), 'UTF8')), 'hex') as state from (
           select 'flow ' || id || ' ' || version as line from flows where organization_id = $1
           union all select 'connection ' || id || ' ' || version from connections where organization_id = $1
           union all select 'integration ' || id || ' ' || version from integrations where organization_id = $1
           union all select 'channel ' || id || ' ' || extract(epoch from updated_at) from alert_channels where organization_id = $1
           union all select 'trash ' || id from trash where organization_id = $1 and content is not null) lines`,
        [organizationId],
      ),
    )
  ).state
