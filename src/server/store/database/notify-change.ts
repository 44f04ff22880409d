/**
 * Notifies every API process of a change in an organization; see http/events/run-feed.ts. For rows
 * with an `organization_id`. @param kind SQL for a `ChangedKind` @param id SQL; null for any of that kind
 */
export const notifyChange = (kind: string, id: string): string =>
  `pg_notify('millrace_runs', json_build_object('o', organization_id, 'k', ${kind}, 'i', ${id})::text)`
