import type { Query } from '../database/database.ts'

export interface FoundTableRow {
  readonly entity: string
  /** Null: the destination names it. */
  readonly target: string | null
  readonly flow_id: string
  readonly flow_name: string
}

/**
 * Tables that flows move whose name at either end has every word, shorter names first. A flow that moves everything lists none: those of its newest run
 * that has found any.
 */
export const searchTables = (
  query: Query,
  organizationId: string,
  words: readonly string[],
  limit: number,
): Promise<FoundTableRow[]> =>
  query<FoundTableRow>(
    `with moved as (
       select id, name, stream from flows, jsonb_array_elements(config->'streams') stream where organization_id = $1
       union all
       select flows.id, name, stream from flows cross join lateral (
         select runs.id from runs where flow_id = flows.id and exists (select from run_streams where run_id = runs.id) order by queued_at desc limit 1) newest
       join run_streams on run_id = newest.id
       where flows.organization_id = $1 and jsonb_array_length(config->'streams') = 0)
     select stream->>'entity' as entity, stream->>'target' as target, id as flow_id, name as flow_name
     from moved
     where concat_ws(' ', stream->>'entity', stream->>'target') ilike all ($2)
     order by length(stream->>'entity'), stream->>'entity', lower(name), id
     limit $3`,
    [organizationId, words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`), limit],
  )
