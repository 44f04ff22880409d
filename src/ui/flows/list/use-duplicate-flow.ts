import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { Flow } from '../../../core/flows/flow.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

/** A second flow with the same connections and settings. */
export function useDuplicateFlow() {
  const { t } = useLingui()
  const { createFlow } = useServices()
  const queryClient = useQueryClient()
  const organization = useActiveOrganization()
  return useMutation({
    mutationFn: async ({ name, sourceConnection, destinationConnection, config }: Flow) => {
      if (!sourceConnection || !destinationConnection) return undefined
      return unwrap(createFlow({ name: t`${name} (copy)`, sourceConnection, destinationConnection, config }))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flows(organization.id) }),
  })
}
