import { useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'

import { ErrorState } from '../../errors/error-state.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { Page } from '../../kit/page/page.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useEditedFlow, useFlow } from '../../queries/use-flows.ts'
import { usePageTitle } from '../../routing/use-page-title.ts'
import { isGone } from '../../services/unwrap.ts'
import { FlowEditor } from './flow-editor.tsx'

const FlowElsewhere = lazyNamed(() => import('./flow-elsewhere.tsx'), 'FlowElsewhere')

export function FlowEditorPage() {
  const { t } = useLingui()
  const { id } = useParams({ from: '/main/floweditor/$id' })
  const { data: flow, isPending, isError, error, refetch } = useFlow(id)
  usePageTitle(flow?.name ?? t`Flow`)

  const { edited, ...draft } = useEditedFlow(flow)

  if (flow && edited) return <FlowEditor key={flow.id} flow={flow} edited={edited} />
  return (
    <Page>
      {(isPending || (flow && draft.isPending)) && <SkeletonRows />}
      {draft.isError && flow && (
        <ErrorState title={t`The draft could not be loaded`} error={draft.error} onRetry={() => void draft.refetch()} />
      )}
      {isError && isGone(error) && (
        <Suspense fallback={<SkeletonRows />}>
          <FlowElsewhere key={id} id={id} />
        </Suspense>
      )}
      {isError && !isGone(error) && (
        <ErrorState title={t`The flow could not be loaded`} error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}
