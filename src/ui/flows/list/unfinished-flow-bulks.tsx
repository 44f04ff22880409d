import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'

import { FLOW_MARKS } from '../../../core/bulk/bulk-mark.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { UnfinishedBulk } from '../../lists/unfinished-bulk.tsx'

const FlowBulkDialog = lazyNamed(() => import('./flow-bulk-dialog.tsx'), 'FlowBulkDialog')

/** Flows whose deletion was asked for, and that are there still. */
export function UnfinishedFlowBulks({ flows }: { flows: readonly Flow[] }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<readonly Flow[]>()
  return (
    <>
      <UnfinishedBulk
        items={flows}
        name="deleteFlows"
        markOf={FLOW_MARKS.deleteFlows}
        titleOf={(count) => t`Delete ${plural(count, { one: '# flow', other: '# flows' })}`}
        onGoOn={setChosen}
      />
      <Suspense>{chosen && <FlowBulkDialog flows={chosen} onClose={() => setChosen(undefined)} />}</Suspense>
    </>
  )
}
