import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'

import { INTEGRATION_MARKS } from '../../core/bulk/bulk-mark.ts'
import { lazyNamed } from '../kit/lazy-named.ts'
import { UnfinishedBulk } from '../lists/unfinished-bulk.tsx'
import type { IntegrationEntry } from './integration-table.tsx'

const DeleteIntegrationsDialog = lazyNamed(() => import('./delete-integrations-dialog.tsx'), 'DeleteIntegrationsDialog')

/** What was asked for many integrations, and is not done. */
export function UnfinishedIntegrationBulks({ entries }: { entries: readonly IntegrationEntry[] }) {
  const { t } = useLingui()
  const [rest, setRest] = useState<readonly IntegrationEntry[]>()
  return (
    <>
      <UnfinishedBulk
        name="removeIntegrations"
        items={entries}
        markOf={INTEGRATION_MARKS.removeIntegrations}
        titleOf={(count) => t`Delete ${plural(count, { one: '# integration', other: '# integrations' })}`}
        onGoOn={setRest}
      />
      <Suspense>{rest && <DeleteIntegrationsDialog entries={rest} onClose={() => setRest(undefined)} />}</Suspense>
    </>
  )
}
