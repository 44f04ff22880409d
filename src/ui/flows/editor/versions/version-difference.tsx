import { Trans, useLingui } from '@lingui/react/macro'
import { Undo2 } from 'lucide'
import type { Flow, FlowConnection, FlowVersion } from '../../../../core/flows/flow.ts'
import { compareVersion } from '../../../../core/runs/compare/compare-version.ts'
import { ErrorState } from '../../../errors/error-state.tsx'
import { useFormats } from '../../../i18n/use-formats.ts'
import { Button } from '../../../kit/button/button.tsx'
import { SkeletonRows } from '../../../kit/skeleton/skeleton.tsx'
import { useConnections } from '../../../queries/use-connections.ts'
import { useFlowVersion } from '../../../queries/use-flow-versions.ts'
import { useWriteDisabledReason } from '../../../queries/use-write-disabled-reason.ts'
import { ChangedLines } from '../../publishing/changed-lines.tsx'
import styles from './version-difference.module.css'

interface VersionDifferenceProps {
  readonly flow: Flow
  readonly version: number
  onRestore(version: FlowVersion): void
}

/** What would change if a version were restored, and the button for that. */
export function VersionDifference({ flow, version, onRestore }: VersionDifferenceProps) {
  const { t } = useLingui()
  const { data: saved, isPending, error, refetch } = useFlowVersion(flow.id, version)
  const { data: connections = [] } = useConnections()
  const disabledReason = useWriteDisabledReason(flow)
  if (isPending) return <SkeletonRows count={2} />
  if (!saved)
    return <ErrorState title={t`The version could not be loaded`} error={error} onRetry={() => void refetch()} />
  const known = ({ id }: FlowConnection) => connections.find((connection) => connection.id === id)
  const [source, destination] = [known(saved.sourceConnection), known(saved.destinationConnection)]
  const missingReason = source && destination ? undefined : t`A connection of it is in the trash.`
  const changes = compareVersion(flow, { ...saved, destinationConnection: destination ?? saved.destinationConnection })
  return (
    <div className={styles['difference']}>
      {changes.length === 0 ? (
        <p className={styles['soft']}>
          <Trans>The flow is the same now.</Trans>
        </p>
      ) : (
        <>
          <p className={styles['soft']}>
            <Trans>Restoring it changes:</Trans>
          </p>
          <ul className={styles['facts']}>
            {changes.includes('name') && (
              <li>
                <Trans>The name becomes “{saved.name}”.</Trans>
              </li>
            )}
            {changes.includes('enabled') && (
              <li>
                {saved.enabled ? <Trans>The flow is switched on.</Trans> : <Trans>The flow is switched off.</Trans>}
              </li>
            )}
            {changes.includes('freshness') && (
              <li>
                <FreshnessChange before={flow.freshnessMinutes ?? null} after={saved.freshnessMinutes} />
              </li>
            )}
          </ul>
          <ChangedLines before={flow} after={saved} />
          <Button
            icon={Undo2}
            variant="primary"
            size="sm"
            disabledReason={disabledReason ?? missingReason}
            onClick={() =>
              source &&
              destination &&
              onRestore({ ...saved, sourceConnection: source, destinationConnection: destination })
            }
          >
            <Trans>Restore version {version}</Trans>
          </Button>
        </>
      )}
    </div>
  )
}

interface FreshnessChangeProps {
  /** In minutes; null: none. */
  readonly before: number | null
  readonly after: number | null
}

/** What becomes of the freshness of a flow, with the durations. */
function FreshnessChange({ before, after }: FreshnessChangeProps) {
  const formats = useFormats()
  const durationOf = (minutes: number) => formats.duration(minutes * 60_000)
  const [was, is] = [before === null ? '' : durationOf(before), after === null ? '' : durationOf(after)]
  if (before === null) return <Trans>Freshness limit {is}; now none.</Trans>
  if (after === null) return <Trans>No freshness limit; now {was}.</Trans>
  return (
    <Trans>
      Freshness limit {is}; now {was}.
    </Trans>
  )
}
