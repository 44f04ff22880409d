import type { QueryClient, QueryKey } from '@tanstack/react-query'

import type { ChangedKind } from '../../../core/catalog/changed-kinds.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'

/** Changes within this time, for example of many rows at once, cause one request. */
const PAUSE_MS = 200

/** Reloads data that has changed elsewhere: visible data at once, other data when it is next shown. */
export function makeAskAgain(queryClient: QueryClient, organizationId: string) {
  const stale = new Map<string, QueryKey>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = () => {
    timer = undefined
    for (const queryKey of stale.values()) void queryClient.invalidateQueries({ queryKey })
    stale.clear()
  }
  const ask = (keys: readonly QueryKey[]) => {
    for (const key of keys) stale.set(JSON.stringify(key), key)
    timer ??= setTimeout(flush, PAUSE_MS)
  }
  return {
    of: (kind: ChangedKind, id: string | undefined) => ask(keysOf(organizationId, kind, id)),
    /** An ended run can clear a failed test, or find that access was withdrawn. */
    afterRun: () => ask([QUERY_KEYS.connections(organizationId), QUERY_KEYS.integrations(organizationId)]),
    all: () => ask([...keysOf(organizationId, 'organization', undefined), QUERY_KEYS.runLists(organizationId)]),
    stop: () => clearTimeout(timer),
  }
}

/** The queries that show objects of that kind. A form keeps its initial data: it is not filled again while somebody types. */
function keysOf(organization: string, kind: ChangedKind, id: string | undefined): readonly QueryKey[] {
  const changes = QUERY_KEYS.lastChanges(organization)
  const flows = [QUERY_KEYS.flows(organization), ...(id === undefined ? [] : [QUERY_KEYS.flow(organization, id)])]
  const connections = [QUERY_KEYS.connections(organization), QUERY_KEYS.integrations(organization), changes]
  const people = [
    QUERY_KEYS.members(organization),
    QUERY_KEYS.invitations(organization),
    QUERY_KEYS.serviceMembers(organization),
  ]
  const alerts = [QUERY_KEYS.alertChannels(organization), changes]
  const trash = QUERY_KEYS.trash(organization)
  switch (kind) {
    // Runs name their flow, and say whether it is deleted.
    case 'flow':
      return [...flows, QUERY_KEYS.runLists(organization), QUERY_KEYS.everyRun(organization), trash]
    // Flows show the names of their connections.
    case 'connection':
    case 'integration':
      return [...connections, QUERY_KEYS.flows(organization), trash]
    case 'member':
    case 'invitation':
      return people
    case 'alert-channel':
      return [...alerts, trash]
    case 'organization':
      return [QUERY_KEYS.everyFlow(organization), ...flows, ...connections, ...people, ...alerts, trash]
  }
}
