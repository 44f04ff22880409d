import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import type { Flow, FlowVersion } from '../../../../core/flows/flow.ts'
import { ActionError } from '../../../errors/action-error.tsx'
import { ErrorState } from '../../../errors/error-state.tsx'
import { Button } from '../../../kit/button/button.tsx'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { SkeletonRows } from '../../../kit/skeleton/skeleton.tsx'
import { VersionList, VersionRow } from '../../../lists/version-list.tsx'
import { useFlowVersions } from '../../../queries/use-flow-versions.ts'
import { VersionChanges } from './version-changes.tsx'

interface VersionsDialogProps {
  /** As it is edited. */
  readonly flow: Flow
  /** What becomes of a version that is restored. */
  readonly description: string
  /** The reason why one could not be restored. */
  readonly error?: unknown
  onRestore(version: FlowVersion): void
  onClose(): void
}

/** Every saved state of the flow: who saved it, when, what changed; one can be restored. */
export function VersionsDialog({ flow, description, error: refused, onRestore, onClose }: VersionsDialogProps) {
  const { t } = useLingui()
  const { data, isPending, isLoadingError, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useFlowVersions(flow.id)
  const [chosen, choose] = useState<number>()
  const versions = data?.pages.flatMap((page) => page.versions) ?? []
  return (
    <Dialog size="lg" title={<Trans>Versions</Trans>} description={description} onClose={onClose}>
      <ActionError error={refused ?? null} />
      {isPending && <SkeletonRows count={4} />}
      {isLoadingError && (
        <ErrorState title={t`The versions could not be loaded`} error={error} onRetry={() => void refetch()} />
      )}
      <VersionList>
        {versions.map((saved, place) => {
          const { version } = saved
          const isCurrent = version === flow.version
          const isChosen = version === chosen
          return (
            <VersionRow
              key={version}
              saved={saved}
              title={<Trans>Version {version}</Trans>}
              isCurrent={isCurrent}
              action={
                (!isCurrent || flow.draft) && (
                  <Button
                    size="sm"
                    aria-expanded={isChosen}
                    aria-label={t`Compare with version ${version}`}
                    onClick={() => choose(isChosen ? undefined : version)}
                  >
                    <Trans>Compare</Trans>
                  </Button>
                )
              }
            >
              {isChosen && (
                <VersionChanges
                  flow={flow}
                  version={version}
                  before={versions[place + 1]?.version}
                  onRestore={onRestore}
                />
              )}
            </VersionRow>
          )
        })}
      </VersionList>
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show older versions</Trans>
        </Button>
      )}
    </Dialog>
  )
}
