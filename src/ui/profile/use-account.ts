import { useMutation, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import type { AccountDeletion } from '../../core/auth/delete-account.ts'
import { download } from '../services/download.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

/** Who is signed in, and how they prove it. */
export function useAccount() {
  const { sessionState } = useServices()
  const { user, profile } = useSyncExternalStore(sessionState.subscribe, sessionState.get)
  return {
    email: profile?.email ?? user?.email ?? '',
    hasPassword: user?.providerData.some(({ providerId }) => providerId === 'password') ?? false,
    // What the server goes by; it counts as verified what no mail can reach.
    isVerified: profile?.emailVerified ?? user?.emailVerified ?? true,
  }
}

/** What the person is to each of their organizations. */
export function useOwnerships() {
  const { listOwnerships } = useServices()
  return useQuery({ queryKey: QUERY_KEYS.ownerships, queryFn: () => unwrap(listOwnerships()) })
}

/** Hands over all that is kept of the person, as a file. */
export function useExportPersonalData() {
  const { exportPersonalData } = useServices()
  return useMutation({
    mutationFn: async () =>
      download('millrace personal data.json', 'application/json', await unwrap(exportPersonalData())),
  })
}

export function useDeleteAccount() {
  const { deleteAccount } = useServices()
  return useMutation({ mutationFn: (deletion: AccountDeletion) => unwrap(deleteAccount(deletion)) })
}
