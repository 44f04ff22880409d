import { useLingui } from '@lingui/react/macro'
import { Ellipsis } from 'lucide'

import type { Run } from '../../../core/runs/run.ts'
import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import { Menu } from '../../kit/menu/menu.tsx'
import { RunRowItems } from './run-row-items.tsx'

/** The actions for a run in a list. */
export function RunMenu({ run }: { run: Run }) {
  const { t } = useLingui()
  const { flowId, flowName = flowId } = run
  return (
    <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={t`More for this run of ${flowName}`} />}>
      <RunRowItems run={run} />
    </Menu>
  )
}
