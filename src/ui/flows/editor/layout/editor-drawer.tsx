import { Trans, useLingui } from '@lingui/react/macro'
import { PanelBottomClose, PanelBottomOpen } from 'lucide'
import { type ComponentProps, type ReactNode, Suspense } from 'react'

import type { DrawerTab, EditorLayout } from '../../../../core/preferences/preferences.ts'
import { Button } from '../../../kit/button/button.tsx'
import { IconButton } from '../../../kit/icon-button/icon-button.tsx'
import { lazyNamed } from '../../../kit/lazy-named.ts'
import { SkeletonRows } from '../../../kit/skeleton/skeleton.tsx'
import { Tabs } from '../../../kit/tabs/tabs.tsx'
import { FlowPreview } from '../preview/flow-preview.tsx'
import type { StepSql as Sql } from '../preview/step-sql.tsx'
import styles from './editor-drawer.module.css'

const StepSql = lazyNamed(() => import('../preview/step-sql.tsx'), 'StepSql')
const RunLog = lazyNamed(() => import('../../../runs/log/run-log.tsx'), 'RunLog')

interface EditorDrawerProps {
  readonly isOpen: boolean
  readonly tab: DrawerTab
  readonly preview: Omit<ComponentProps<typeof FlowPreview>, 'sql'>
  readonly sql: Pick<ComponentProps<typeof Sql>, 'isReadOnly' | 'onSet'>
  /** The last run; undefined before the first. */
  readonly run: { readonly id: string; readonly isGoing: boolean } | undefined
  /** The handle that resizes the drawer. */
  readonly handle: ReactNode
  onArrange(change: EditorLayout): void
}

/** Below the picture, at full width: the rows at the selected node, its SQL, and the log of the last run. */
export function EditorDrawer({ isOpen, tab, preview, sql, run, handle, onArrange }: EditorDrawerProps) {
  const { t } = useLingui()
  if (!isOpen) {
    return (
      <div className={styles['closed']}>
        <Button
          size="sm"
          variant="ghost"
          icon={PanelBottomOpen}
          aria-expanded={false}
          onClick={() => onArrange({ drawerIsOpen: true })}
        >
          <Trans>Preview, SQL and log</Trans>
        </Button>
      </div>
    )
  }
  return (
    <section className={styles['drawer']} aria-label={t`Preview, SQL and log`}>
      <Tabs<DrawerTab>
        label={t`Preview, SQL and log`}
        value={tab}
        onChange={(drawerTab) => onArrange({ drawerTab })}
        tabs={[
          { value: 'preview', label: t`Preview`, content: <FlowPreview {...preview} sql={sql} /> },
          {
            value: 'sql',
            label: t`SQL`,
            content: (
              <Suspense fallback={<SkeletonRows count={3} />}>
                <StepSql {...preview} {...sql} />
              </Suspense>
            ),
          },
          {
            value: 'log',
            label: t`Log`,
            content: (
              <div className={styles['log']}>
                {run ? (
                  <Suspense fallback={<SkeletonRows count={3} />}>
                    <RunLog runId={run.id} isGoing={run.isGoing} />
                  </Suspense>
                ) : (
                  <p className={styles['note']}>
                    <Trans>The flow has not run yet.</Trans>
                  </p>
                )}
              </div>
            ),
          },
        ]}
      />
      <div className={styles['close']}>
        <IconButton
          size="sm"
          icon={PanelBottomClose}
          label={t`Close preview, SQL and log`}
          aria-expanded
          onClick={() => onArrange({ drawerIsOpen: false })}
        />
      </div>
      {handle}
    </section>
  )
}
