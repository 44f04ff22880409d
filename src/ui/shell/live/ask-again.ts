import type { QueryClient, QueryKey } from '@tanstack/react-query'

import type { ChangedKind } from '../../../core/catalog/changed-kinds.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'

/** Changes that come closer together, as those of many rows at once, are asked for once. */
const PAUSE_MS = 200

/** Asks again for what has changed elsewhere: what is in sight at once, the rest when it is next looked at. */
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
    /** A run that ends can clear a failed test, or find that access was withdrawn. */
    afterRun: () => ask([QUERY_KEYS.connections(organizationId), QUERY_KEYS.integrations(organizationId)]),
    all: () => ask([...keysOf(organizationId, 'organization', undefined), QUERY_KEYS.runLists(organizationId)]),
    stop: () => clearTimeout(timer),
  }
}

/** What shows something of that kind. A form keeps what it was opened with: it is not filled in anew while somebody types. */
function keysOf(organization: string, kind: ChangedKind, id: string | undefined): readonly QueryKey[] {
  const flows = [QUERY_KEYS.flows(organization), ...(id === undefined ? [] : [QUERY_KEYS.flow(organization, id)])]
  const connections = [QUERY_KEYS.connections(organization), QUERY_KEYS.integrations(organization)]
  const people = [QUERY_KEYS.members(organization), QUERY_KEYS.invitations(organization)]
  const alerts = [QUERY_KEYS.alertChannels(organization)]
  switch (kind) {
    case 'flow':
      return flows
    // Flows show what their ends are called.
    case 'connection':
    case 'integration':
      return [...connections, QUERY_KEYS.flows(organization)]
    case 'member':
    case 'invitation':
      return people
    case 'alert-channel':
      return alerts
    case 'organization':
      return [QUERY_KEYS.everyFlow(organization), ...flows, ...connections, ...people, ...alerts]
  }
}
