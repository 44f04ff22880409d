import { Trans } from '@lingui/react/macro'

import { Card } from '../../kit/card/card.tsx'
import { VersionList, VersionRow } from '../../lists/version-list.tsx'
import { useConnectionVersions } from '../../queries/use-connection-versions.ts'

const SHOWN = 8

/** Who saved the settings of a connection, or its credentials, and when; nothing for those who may not see them. */
export function ConnectionChanges({ connectionId }: { readonly connectionId: string }) {
  const { data: versions = [] } = useConnectionVersions(connectionId)
  if (versions.length === 0) return null
  return (
    <Card title={<Trans>Lately changed</Trans>}>
      <VersionList>
        {versions.slice(0, SHOWN).map((saved) => (
          <VersionRow
            key={`${saved.of} ${saved.version}`}
            saved={saved}
            title={saved.of === 'integration' ? <Trans>Credentials</Trans> : <Trans>Settings</Trans>}
            isCurrent={false}
            action={null}
          />
        ))}
      </VersionList>
    </Card>
  )
}
