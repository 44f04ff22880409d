import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'

import { compareFlows, type FlowPartChange } from '../../../core/runs/compare/compare-flows.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'
import styles from './run-comparison.module.css'

/** The changes of the flow since the earlier run was requested. @param runs ids, the earlier one first */
export function FlowVersionChanges({ runs }: { runs: readonly [earlier: string, later: string] }) {
  const { t } = useLingui()
  const earlier = useFlowOfRun(runs[0])
  const later = useFlowOfRun(runs[1])
  const error = earlier.error ?? later.error
  const askAgain = () => void Promise.all([earlier.refetch(), later.refetch()])
  if (error) return <ErrorState title={t`The versions could not be loaded`} error={error} onRetry={askAgain} />
  if (!earlier.data || !later.data) return <SkeletonRows count={2} />
  const [before, after] = [earlier.data.flow, later.data.flow]
  const changes = before && after ? compareFlows(before, after) : []
  if (changes.length === 0) {
    return (
      <p className={styles['note']}>
        <Trans>Runs do the same in both versions. Perhaps only the name was changed.</Trans>
      </p>
    )
  }
  return (
    <ul className={styles['changes']} aria-label={t`What has changed in the flow`}>
      {changes.map((change, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
        <li key={place}>
          <PartChange change={change} />
        </li>
      ))}
    </ul>
  )
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

function PartChange({ change: { part, name = '', change, settings } }: { change: FlowPartChange }) {
  const { t } = useLingui()
  const parts: Readonly<Record<FlowPartChange['part'], string>> = {
    source: t`Source`,
    destination: t`Destination`,
    table: t`Table ${name}`,
    step: t`Step ${name}`,
    schedule: t`Schedule`,
  }
  const changes: Readonly<Record<FlowPartChange['change'], string>> = {
    added: t`added`,
    removed: t`removed`,
    changed: t`changed`,
    moved: t`at another place`,
  }
  return (
    <>
      <strong>{parts[part]}</strong>: {changes[change]}
      {settings.map(({ name: setting, before, after }) => (
        <span key={setting} className={styles['setting']}>
          <code>{setting}</code>: <del>{before ?? '–'}</del> → <ins>{after ?? '–'}</ins>
        </span>
      ))}
    </>
  )
}
