import { announcedOfOrganization } from './announcement.ts'

/**
 * A column that announces a change in an organization to every API process; see http/events/run-feed.ts. For rows
 * with an `organization_id`. @param kind SQL for a `ChangedKind` @param id SQL; null for any of that kind
 */
export const announcedChange = (kind: string, id: string): string =>
  announcedOfOrganization(`json_build_object('o', organization_id, 'k', ${kind}, 'i', ${id})`)
