import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'

import { compareFlows, type FlowOfRun } from '../../../core/runs/compare/compare-flows.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useConnections } from '../../queries/use-connections.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'
import { PartChanges } from './part-changes.tsx'
import styles from './run-comparison.module.css'

/** The changes of the flow since the earlier run was requested. @param runs ids, the earlier one first */
export function FlowVersionChanges({ runs }: { runs: readonly [earlier: string, later: string] }) {
  const { t } = useLingui()
  const earlier = useFlowOfRun(runs[0])
  const later = useFlowOfRun(runs[1])
  const { data: connections = [] } = useConnections()
  const withType = (flow: FlowOfRun): FlowOfRun => ({
    ...flow,
    destinationType: connections.find(({ id }) => id === flow.destinationConnectionId)?.type,
  })
  const error = earlier.error ?? later.error
  const askAgain = () => void Promise.all([earlier.refetch(), later.refetch()])
  if (error) return <ErrorState title={t`The versions could not be loaded`} error={error} onRetry={askAgain} />
  if (!earlier.data || !later.data) return <SkeletonRows count={2} />
  const [before, after] = [earlier.data.flow, later.data.flow]
  const changes = before && after ? compareFlows(withType(before), withType(after)) : []
  if (changes.length === 0) {
    return (
      <p className={styles['note']}>
        <Trans>Runs do the same in both versions.</Trans>
      </p>
    )
  }
  return <PartChanges label={t`Changes of the flow`} changes={changes} />
}

function useFlowOfRun(runId: string) {
  const { fetchRun } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({
    queryKey: QUERY_KEYS.flowOfRun(id, runId),
    queryFn: () => unwrap(fetchRun(runId)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
