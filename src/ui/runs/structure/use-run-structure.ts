import { useQuery } from '@tanstack/react-query'

import type { StructureObject } from '../../../core/flows/structure-object.ts'
import type { Run } from '../../../core/runs/run.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'
import { useIsOffered } from '../../services/use-is-offered.ts'

/** What became of the structure in a run; empty for a run of only rows, and until it is known. */
export function useRunStructure({ id, status }: Run): readonly StructureObject[] {
  const { fetchRunStructure } = useServices()
  const organization = useActiveOrganization()
  const isOffered = useIsOffered('fetchRunStructure')
  const { data = NONE } = useQuery({
    queryKey: QUERY_KEYS.runStructure(organization.id, id, status),
    queryFn: () => unwrap(fetchRunStructure(id)),
    enabled: isOffered,
  })
  return data
}

const NONE: readonly StructureObject[] = []
