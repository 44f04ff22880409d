/**
 * Tells every API process that something of an organization is no longer as it was; see http/events/run-feed.ts. For rows
 * that have an `organization_id`. @param kind SQL that gives a `ChangedKind` @param id SQL; null for any of that kind
 */
export const notifyChange = (kind: string, id: string): string =>
  `pg_notify('millrace_runs', json_build_object('o', organization_id, 'k', ${kind}, 'i', ${id})::text)`
