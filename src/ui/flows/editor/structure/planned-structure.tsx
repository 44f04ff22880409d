import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { defined } from '../../../../core/catalog/defined.ts'
import type { Flow } from '../../../../core/flows/flow.ts'
import { useActiveOrganization } from '../../../access/use-active-organization.ts'
import { ErrorState } from '../../../errors/error-state.tsx'
import { SkeletonRows } from '../../../kit/skeleton/skeleton.tsx'
import { StructureReport } from '../../../runs/structure/structure-report.tsx'
import { QUERY_KEYS } from '../../../services/query-keys.ts'
import { useServices } from '../../../services/services.tsx'
import { unwrap } from '../../../services/unwrap.ts'
import { useIsOffered } from '../../../services/use-is-offered.ts'

/** What a run of the edited flow would build, and what cannot come. */
export function PlannedStructure({ flow }: { flow: Flow }) {
  const { planStructure } = useServices()
  const organization = useActiveOrganization()
  const isOffered = useIsOffered('planStructure')
  const { id, name, config, sourceConnection, destinationConnection } = flow
  const request = {
    ...defined({ flowId: id !== '' ? id : undefined }),
    sourceId: sourceConnection?.id ?? '',
    destinationId: destinationConnection?.id ?? '',
    config: { streams: config.streams, transformations: config.transformations },
  }
  const { data, error, refetch } = useQuery({
    queryKey: QUERY_KEYS.structure(organization.id, request),
    queryFn: ({ signal }) => unwrap(planStructure(request, signal)),
    enabled: isOffered,
    staleTime: 0,
    gcTime: 0,
  })
  if (error)
    return (
      <ErrorState title={<Trans>The structure could not be read</Trans>} error={error} onRetry={() => void refetch()} />
    )
  if (!data) return isOffered ? <SkeletonRows count={4} /> : null
  if (data.length === 0) return <Trans>Nothing besides columns and keys.</Trans>
  return <StructureReport objects={data} fileName={`${name} structure`} />
}
