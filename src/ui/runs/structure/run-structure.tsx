import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'

import type { Run } from '../../../core/runs/run.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'
import { StructureReport } from './structure-report.tsx'

/** What became of the structure in a run. */
export function RunStructure({ run: { id, status, flowName = 'flow' } }: { run: Run }) {
  const { fetchRunStructure } = useServices()
  const organization = useActiveOrganization()
  const { data, error, refetch } = useQuery({
    queryKey: QUERY_KEYS.runStructure(organization.id, id, status),
    queryFn: () => unwrap(fetchRunStructure(id)),
  })
  if (error) return <ErrorState title={<Trans>The structure could not be read</Trans>} error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={3} />
  if (data.length === 0) return <Trans>The structure is built after the rows have arrived.</Trans>
  return <StructureReport objects={data} fileName={`${flowName} structure ${id}`} />
}
