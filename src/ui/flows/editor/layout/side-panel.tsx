import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, type ReactNode, type Ref, Suspense } from 'react'

import { lazyNamed } from '../../../kit/lazy-named.ts'
import { SkeletonRows } from '../../../kit/skeleton/skeleton.tsx'
import { Tabs } from '../../../kit/tabs/tabs.tsx'
import type { EditorTab } from '../../../routing/search.ts'
import type { RunHistory as History } from '../../../runs/history/run-history.tsx'
import { useIsOffered } from '../../../services/use-is-offered.ts'
import type { FlowOutline as Outline } from '../canvas/flow-outline.tsx'
import styles from './editor-frame.module.css'

const RunHistory = lazyNamed(() => import('../../../runs/history/run-history.tsx'), 'RunHistory')
const FlowOutline = lazyNamed(() => import('../canvas/flow-outline.tsx'), 'FlowOutline')

interface SidePanelProps {
  readonly ref: Ref<HTMLElement>
  readonly tab: EditorTab
  readonly setup: ReactNode
  readonly outline: ComponentProps<typeof Outline>
  readonly runs: ComponentProps<typeof History>
  onTab(tab: EditorTab): void
}

/** Beside the picture: the settings, the flow as a list, its runs. */
export function SidePanel({ ref, tab, setup, outline, runs, onTab }: SidePanelProps) {
  const { t } = useLingui()
  const hasRuns = useIsOffered('listFlowRuns')
  const label = t`Settings and runs`
  return (
    <aside className={styles['panel']} ref={ref} aria-label={label}>
      <Tabs
        label={label}
        value={tab}
        onChange={onTab}
        tabs={[
          { value: 'setup', label: t`Set up`, content: setup },
          {
            value: 'outline',
            label: t`Outline`,
            content: (
              <Suspense fallback={<SkeletonRows count={4} />}>
                <FlowOutline {...outline} />
              </Suspense>
            ),
          },
          ...(hasRuns || tab === 'runs'
            ? [
                {
                  value: 'runs' as const,
                  label: t`Runs`,
                  content: (
                    <Suspense fallback={<SkeletonRows count={4} />}>
                      <RunHistory {...runs} />
                    </Suspense>
                  ),
                },
              ]
            : []),
        ]}
      />
    </aside>
  )
}
