import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'

import { FLOW_MARKS } from '../../../core/bulk/bulk-mark.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { UnfinishedBulk } from '../../lists/unfinished-bulk.tsx'
import type { FlowBulkName } from './flow-bulk-bar.tsx'

const FlowBulkDialog = lazyNamed(() => import('./flow-bulk-dialog.tsx'), 'FlowBulkDialog')

/** What was asked for many flows, and is not done. */
export function UnfinishedFlowBulks({ flows }: { flows: readonly Flow[] }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<{ readonly name: FlowBulkName; readonly flows: readonly Flow[] }>()
  const of = (name: FlowBulkName) => ({
    items: flows,
    onGoOn: (rest: readonly Flow[]) => setChosen({ name, flows: rest }),
  })
  return (
    <>
      <UnfinishedBulk
        {...of('run')}
        name="runFlows"
        markOf={FLOW_MARKS.runFlows}
        titleOf={(count) => t`Run ${plural(count, { one: '# flow', other: '# flows' })}`}
      />
      <UnfinishedBulk
        {...of('enable')}
        name="enableFlows"
        markOf={FLOW_MARKS.enableFlows}
        titleOf={(count) => t`Switch on ${plural(count, { one: '# flow', other: '# flows' })}`}
      />
      <UnfinishedBulk
        {...of('disable')}
        name="disableFlows"
        markOf={FLOW_MARKS.disableFlows}
        titleOf={(count) => t`Switch off ${plural(count, { one: '# flow', other: '# flows' })}`}
      />
      <UnfinishedBulk
        {...of('delete')}
        name="deleteFlows"
        markOf={FLOW_MARKS.deleteFlows}
        titleOf={(count) => t`Delete ${plural(count, { one: '# flow', other: '# flows' })}`}
      />
      <Suspense>{chosen && <FlowBulkDialog {...chosen} onClose={() => setChosen(undefined)} />}</Suspense>
    </>
  )
}
