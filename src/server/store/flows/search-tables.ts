import type { Query } from '../database/database.ts'

export interface FoundTableRow {
  readonly entity: string
  /** Null: the destination names it. */
  readonly target: string | null
  readonly flow_id: string
  readonly flow_name: string
}

/** Tables that flows move whose name at either end has every word, shorter names first. */
export const searchTables = (
  query: Query,
  organizationId: string,
  words: readonly string[],
  limit: number,
): Promise<FoundTableRow[]> =>
  query<FoundTableRow>(
    `select stream->>'entity' as entity, stream->>'target' as target, flows.id as flow_id, flows.name as flow_name
     from flows, jsonb_array_elements(flows.config->'streams') stream
     where flows.organization_id = $1
       and concat_ws(' ', stream->>'entity', stream->>'target') ilike all ($2)
     order by length(stream->>'entity'), stream->>'entity', lower(flows.name), flows.id
     limit $3`,
    [organizationId, words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`), limit],
  )
