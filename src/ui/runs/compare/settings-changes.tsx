import { Trans } from '@lingui/react/macro'

import type { SettingsChange } from '../../../core/runs/compare/changes-since-good.ts'
import { VersionList, VersionRow } from '../../lists/version-list.tsx'

/** Who changed the connections of the flow, or their credentials, and when. */
export const SettingsChanges = ({ settings }: { settings: readonly SettingsChange[] }) => (
  <VersionList>
    {settings.map((saved) => (
      <VersionRow
        key={`${saved.connection.id} ${saved.of} ${saved.version}`}
        saved={saved}
        title={
          saved.of === 'integration' ? (
            <Trans>Credentials of {saved.connection.name}</Trans>
          ) : (
            <Trans>Settings of {saved.connection.name}</Trans>
          )
        }
        isCurrent={false}
        action={null}
      />
    ))}
  </VersionList>
)
