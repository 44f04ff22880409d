import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, Ellipsis, SquarePen } from 'lucide'
import { Suspense } from 'react'
import type { Flow } from '../../../core/flows/flow.ts'
import { Button } from '../../kit/button/button.tsx'
import { Icon } from '../../kit/icon/icon.tsx'
import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { Menu } from '../../kit/menu/menu.tsx'
import { PageCommands } from '../../kit/menu/menu-commands.tsx'
import { FlowRoute } from '../../lists/flow-route.tsx'
import { RunOrCancel } from '../list/run-or-cancel.tsx'
import styles from './flow-head.module.css'
import { FlowState } from './flow-state.tsx'
import { useFlowUrl } from './use-flow-url.ts'

const FlowMenuItems = lazyNamed(() => import('./flow-menu-items.tsx'), 'FlowMenuItems')

/** The name of a flow, how it is doing, and what can be done with it. */
export function FlowHead({ flow }: { readonly flow: Flow }) {
  const { t } = useLingui()
  const { open } = useFlowUrl()
  const { id, name } = flow
  return (
    <header className={styles['head']}>
      <div className={styles['words']}>
        <nav aria-label={t`Breadcrumb`}>
          <Link to="/flows" className={styles['back']}>
            <Icon of={ChevronLeft} size={14} />
            <Trans>Flows</Trans>
          </Link>
        </nav>
        <h1 className={styles['title']}>
          <span className={styles['name']}>{name}</span>
          <FlowState flow={flow} />
        </h1>
        <div className={styles['route']}>
          <FlowRoute flow={flow} hasLinks />
        </div>
      </div>
      <div className={styles['actions']}>
        <RunOrCancel flow={flow} size="md" variant="primary" onCancel={() => open('cancel')} />
        <Button asChild icon={SquarePen}>
          <Link to="/floweditor/$id" params={{ id }}>
            <Trans>Edit</Trans>
          </Link>
        </Button>
        <FlowPageCommands flow={flow} />
        <Menu trigger={<IconButton icon={Ellipsis} label={t`More for ${name}`} />}>
          <Suspense>
            <FlowMenuItems flow={flow} />
          </Suspense>
        </Menu>
      </div>
    </header>
  )
}

const FlowCommandItems = lazyNamed(() => import('./flow-command-items.tsx'), 'FlowCommandItems')

/** What the search can do with the open flow. */
const FlowPageCommands = ({ flow }: { readonly flow: Flow }) => (
  <PageCommands>
    <FlowCommandItems flow={flow} />
  </PageCommands>
)
