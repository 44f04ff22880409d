import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import type { Connection, ConnectionVersion } from '../../../core/connections/connection.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { Button } from '../../kit/button/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { VersionList, VersionRow } from '../../lists/version-list.tsx'
import { useConnectionVersions } from '../../queries/use-connection-versions.ts'
import { EditConnectionDialog } from '../form/edit-connection-dialog.tsx'
import { useConnectionDisabledReason } from '../use-connection-disabled-reason.ts'

/** What the connection was after each save. Earlier settings fill the form, because a secret may be needed again. */
export function ConnectionVersionsDialog({ connection, onClose }: { connection: Connection; onClose(): void }) {
  const { t } = useLingui()
  const { data: versions = [], isPending, isLoadingError, error, refetch } = useConnectionVersions(connection.id)
  const [chosen, choose] = useState<ConnectionVersion>()
  const disabledReason = useConnectionDisabledReason('restore')(connection.type)
  if (chosen) return <EditConnectionDialog connection={connection} earlier={chosen.settings} onClose={onClose} />
  return (
    <Dialog title={<Trans>Versions of {connection.name}</Trans>} onClose={onClose}>
      {isPending && <SkeletonRows count={3} />}
      {isLoadingError && (
        <ErrorState title={t`The versions could not be loaded`} error={error} onRetry={() => void refetch()} />
      )}
      {!isPending && !isLoadingError && versions.length === 0 && (
        <p>
          <Trans>Nothing was saved yet.</Trans>
        </p>
      )}
      <VersionList>
        {versions.map((saved) => (
          <VersionRow
            key={`${saved.of} ${saved.version}`}
            saved={saved}
            title={saved.of === 'integration' ? t`Credentials` : t`Settings`}
            isCurrent={isNewest(saved, versions)}
            action={
              !isNewest(saved, versions) && (
                <Button size="sm" disabledReason={disabledReason} onClick={() => choose(saved)}>
                  <Trans>Use these settings</Trans>
                </Button>
              )
            }
          />
        ))}
      </VersionList>
    </Dialog>
  )
}

/** A connection and its credentials are saved each for itself. */
const isNewest = (saved: ConnectionVersion, versions: readonly ConnectionVersion[]): boolean =>
  versions.find(({ of }) => of === saved.of) === saved
