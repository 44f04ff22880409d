import { useMutation, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import type { AccountDeletion } from '../../core/auth/delete-account.ts'
import { download } from '../services/download.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

/** The signed-in user, and the sign-in methods. */
export function useAccount() {
  const { sessionState } = useServices()
  const { user, profile } = useSyncExternalStore(sessionState.subscribe, sessionState.get)
  return {
    email: profile?.email ?? user?.email ?? '',
    hasPassword: user?.providerData.some(({ providerId }) => providerId === 'password') ?? false,
    // The server uses this value; addresses that cannot receive mail count as verified.
    isVerified: profile?.emailVerified ?? user?.emailVerified ?? true,
  }
}

/** The user's relation to each of their organizations. */
export function useOwnerships() {
  const { listOwnerships } = useServices()
  return useQuery({ queryKey: QUERY_KEYS.ownerships, queryFn: () => unwrap(listOwnerships()) })
}

/** Saves all stored data about the user as a file. */
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
