import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { Run } from '../../../core/runs/run.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrapRethrown } from '../../services/unwrap.ts'

/** A person accepts what a dry run of a whole flow shows. */
export function useApproveDryRun({ id }: Run) {
  const { approveDryRun } = useServices()
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => unwrapRethrown(approveDryRun(id)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.run(organization.id, id) }),
  })
}
