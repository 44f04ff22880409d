import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import type { Flow, FlowVersion } from '../../../../core/flows/flow.ts'
import type { SavedVersion } from '../../../../core/versions/saved-version.ts'
import { ErrorState } from '../../../errors/error-state.tsx'
import { RelativeTime } from '../../../i18n/relative-time.tsx'
import { Button } from '../../../kit/button/button.tsx'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { SkeletonRows } from '../../../kit/skeleton/skeleton.tsx'
import { Changes } from '../../../lists/changes.tsx'
import { useFlowVersions } from '../../../queries/use-flow-versions.ts'
import { VersionDifference } from './version-difference.tsx'
import styles from './versions-dialog.module.css'

interface VersionsDialogProps {
  /** As it is edited. */
  readonly flow: Flow
  onRestore(version: FlowVersion): void
  onClose(): void
}

/** Every saved state of the flow: who saved it, when, what changed; one can be restored. */
export function VersionsDialog({ flow, onRestore, onClose }: VersionsDialogProps) {
  const { t } = useLingui()
  const { data, isPending, isLoadingError, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useFlowVersions(flow.id)
  const [chosen, choose] = useState<number>()
  const versions = data?.pages.flatMap((page) => page.versions) ?? []
  return (
    <Dialog
      size="lg"
      title={<Trans>Versions</Trans>}
      description={t`Every saved state of this flow. Restoring one saves it as a new version; undo reverts that.`}
      onClose={onClose}
    >
      {isPending && <SkeletonRows count={4} />}
      {isLoadingError && (
        <ErrorState title={t`The versions could not be loaded`} error={error} onRetry={() => void refetch()} />
      )}
      <ol className={styles['versions']}>
        {versions.map((saved) => (
          <li key={saved.version} className={styles['version']}>
            <Version saved={saved} isCurrent={saved.version === flow.version} />
            {saved.version !== flow.version && (
              <Button
                size="sm"
                aria-expanded={chosen === saved.version}
                aria-label={t`Compare with version ${saved.version}`}
                onClick={() => choose(chosen === saved.version ? undefined : saved.version)}
              >
                <Trans>Compare</Trans>
              </Button>
            )}
            {chosen === saved.version && (
              <VersionDifference flow={flow} version={saved.version} onRestore={onRestore} />
            )}
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show older versions</Trans>
        </Button>
      )}
    </Dialog>
  )
}

function Version({ saved, isCurrent }: { saved: SavedVersion; isCurrent: boolean }) {
  const { version, savedAt, savedBy, changes } = saved
  const name = savedBy?.name
  return (
    <div className={styles['words']}>
      <span className={styles['head']}>
        <strong>
          <Trans>Version {version}</Trans>
        </strong>
        {isCurrent && (
          <span className={styles['current']}>
            <Trans>current</Trans>
          </span>
        )}
        <span className={styles['soft']}>
          <RelativeTime at={savedAt} />
          {name !== undefined && (
            <>
              {' · '}
              <Trans>by {name}</Trans>
            </>
          )}
        </span>
      </span>
      {changes && changes.length > 0 && <Changes changes={changes} />}
      {version === 1 && (
        <span className={styles['soft']}>
          <Trans>Created</Trans>
        </span>
      )}
    </div>
  )
}
