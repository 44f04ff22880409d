import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Flow, FlowVersion } from '../../../../core/flows/flow.ts'
import { ErrorState } from '../../../errors/error-state.tsx'
import { SegmentedControl } from '../../../kit/segmented-control/segmented-control.tsx'
import { SkeletonRows } from '../../../kit/skeleton/skeleton.tsx'
import { useFlowVersion } from '../../../queries/use-flow-versions.ts'
import { ChangedLines } from '../../publishing/changed-lines.tsx'
import styles from './version-changes.module.css'
import { VersionDifference } from './version-difference.tsx'

interface VersionChangesProps {
  readonly flow: Flow
  readonly version: number
  /** The one before; absent for the first one. */
  readonly before: number | undefined
  onRestore(version: FlowVersion): void
}

/** A version beside the flow as it is now, or beside the version before it. */
export function VersionChanges({ flow, version, before, onRestore }: VersionChangesProps) {
  const { t } = useLingui()
  const [beside, compareWith] = useState<'now' | 'before'>('now')
  return (
    <div className={styles['changes']}>
      {before !== undefined && (
        <SegmentedControl<'now' | 'before'>
          label={t`Compared with`}
          value={beside}
          onChange={compareWith}
          options={[
            { value: 'now', label: <Trans>With the flow now</Trans> },
            { value: 'before', label: <Trans>With version {before}</Trans> },
          ]}
        />
      )}
      {beside === 'now' || before === undefined ? (
        <VersionDifference flow={flow} version={version} onRestore={onRestore} />
      ) : (
        <OwnChanges flowId={flow.id} version={version} before={before} />
      )}
    </div>
  )
}

/** What a version changed of the one before it. */
function OwnChanges({
  flowId,
  version,
  before,
}: {
  readonly flowId: string
  readonly version: number
  readonly before: number
}) {
  const { t } = useLingui()
  const is = useFlowVersion(flowId, version)
  const was = useFlowVersion(flowId, before)
  if (is.data && was.data) return <ChangedLines before={was.data} after={is.data} />
  if (is.isPending || was.isPending) return <SkeletonRows count={2} />
  const failed = is.data ? was : is
  return (
    <ErrorState title={t`The version could not be loaded`} error={failed.error} onRetry={() => void failed.refetch()} />
  )
}
