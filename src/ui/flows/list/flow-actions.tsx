import { useLingui } from '@lingui/react/macro'
import { Ellipsis } from 'lucide'
import { Suspense } from 'react'
import type { Flow } from '../../../core/flows/flow.ts'
import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { Menu } from '../../kit/menu/menu.tsx'
import { useListUrl } from '../../routing/use-list-url.ts'
import styles from './flow-table.module.css'
import { RunOrCancel } from './run-or-cancel.tsx'

const FlowRowItems = lazyNamed(() => import('./flow-row-items.tsx'), 'FlowRowItems')

/** The actions for one flow: run it or cancel its run at once, the others in a menu. */
export function FlowActions({ flow }: { flow: Flow }) {
  const { t } = useLingui()
  const { open } = useListUrl()
  const { id, name } = flow
  return (
    <div className={styles['actions']}>
      <RunOrCancel flow={flow} onCancel={() => open('cancel', { id })} />
      <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={t`More for ${name}`} />}>
        <Suspense>
          <FlowRowItems flow={flow} />
        </Suspense>
      </Menu>
    </div>
  )
}
