import type { Clock } from '../core/auth/clock.ts'
import type { Identity } from '../core/auth/identity.ts'
import type { Session } from '../core/auth/session.ts'
import type { UnfinishedBulkStore } from '../core/bulk/unfinished-bulk-store.ts'
import type { DraftStore } from '../core/flows/drafts/draft-store.ts'
import type { EditHistoryStore } from '../core/flows/drafts/edit-history-store.ts'
import type { PositionStore } from '../core/flows/positions/position-store.ts'
import type { UniqueKeys } from '../core/flows/streams/unique-keys.ts'
import type { MissingCalls } from '../core/missing-calls.ts'
import type { Log, Notifier } from '../core/notices/notice.ts'
import type { ChosenOrganizationStore } from '../core/organizations/chosen-organization-store.ts'
import type { OrganizationStore } from '../core/organizations/organization-store.ts'
import type { PreferenceStore } from '../core/preferences/preferences.ts'
import type { ResourceCache } from '../core/resources/resource-cache.ts'
import type { Site } from '../core/site.ts'
import type { httpPorts } from './http-ports.ts'

/** Everything that an environment must provide: the outside world, the initial state of a session, and what uses the API. */
export interface Ports extends ReturnType<typeof httpPorts> {
  readonly identity: Identity
  readonly clock: Clock
  readonly site: Site
  readonly log: Log
  readonly notifier: Notifier
  readonly uniqueKeys: UniqueKeys
  readonly session: Session
  readonly missingCalls: MissingCalls
  readonly organization: OrganizationStore
  readonly chosenOrganization: ChosenOrganizationStore
  readonly resources: ResourceCache
  readonly positions: PositionStore
  readonly drafts: DraftStore
  readonly editHistories: EditHistoryStore
  readonly unfinishedBulks: UnfinishedBulkStore
  readonly preferences: PreferenceStore
}
