import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { Connection, ConnectionClone, ConnectionDraft } from '../../core/connections/connection.ts'
import type { UnsavedConnection } from '../../core/connections/connection-test.ts'
import type { ConnectionUpdate } from '../../core/connections/update-connection.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

/** Connections and the objects that depend on them: integrations of merged types, and flows that show their names. */
function useConnectionsChanged() {
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: QUERY_KEYS.connections(id) }),
      queryClient.invalidateQueries({ queryKey: QUERY_KEYS.integrations(id) }),
      queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flows(id) }),
    ])
}

export function useAddConnection() {
  const { addConnection } = useServices()
  return useMutation({
    mutationFn: (draft: ConnectionDraft) => unwrap(addConnection(draft)),
    onSettled: useConnectionsChanged(),
  })
}

export function useCloneConnection(connectionId: string) {
  const { cloneConnection } = useServices()
  return useMutation({
    mutationFn: (clone: ConnectionClone) => unwrap(cloneConnection(connectionId, clone)),
    onSettled: useConnectionsChanged(),
  })
}

interface Update {
  readonly connection: Connection
  readonly update: ConnectionUpdate
}

export function useUpdateConnection() {
  const { updateConnection } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  const changed = useConnectionsChanged()
  return useMutation({
    mutationFn: ({ connection, update }: Update) => unwrap(updateConnection(connection, update)),
    onSettled: (_updated, _failure, { connection }) => {
      queryClient.removeQueries({ queryKey: QUERY_KEYS.entities(id, connection.id) })
      if (connection.integrationId) {
        // The open form uses them: the next form loads them again.
        void queryClient.invalidateQueries({
          queryKey: QUERY_KEYS.integration(id, connection.integrationId),
          refetchType: 'none',
        })
      }
      return changed()
    },
  })
}

export function useRemoveConnection() {
  const { removeConnection } = useServices()
  return useMutation({
    mutationFn: (connection: Connection) => unwrap(removeConnection(connection)),
    onSettled: useConnectionsChanged(),
  })
}

export function useTestConnection() {
  const { testConnection } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return useMutation({
    mutationFn: (connectionId: string) => unwrap(testConnection(connectionId)),
    // The list shows the result of the last test.
    onSettled: () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.connections(id) }),
  })
}

export function useTestUnsavedConnection() {
  const { testUnsavedConnection } = useServices()
  return useMutation({ mutationFn: (connection: UnsavedConnection) => unwrap(testUnsavedConnection(connection)) })
}
