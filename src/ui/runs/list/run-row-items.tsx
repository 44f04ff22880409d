import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Link2, Play, Workflow } from 'lucide'

import type { Run } from '../../../core/runs/run.ts'
import { Icon } from '../../kit/icon/icon.tsx'
import { MenuItem, MenuLink } from '../../kit/menu/menu.tsx'
import { AgainLabel } from '../actions/again-label.tsx'
import { copyRunLink } from '../actions/copy-run-link.ts'
import { useRunAgain } from '../actions/use-run-again.ts'

/** The menu of a run in a list. */
export function RunRowItems({ run }: { readonly run: Run }) {
  const { id, flowId } = run
  const again = useRunAgain(run)
  return (
    <>
      <MenuItem icon={Play} disabledReason={again.disabledReason} onSelect={again.start}>
        <AgainLabel run={run} />
      </MenuItem>
      <MenuItem icon={Link2} onSelect={() => copyRunLink(id)}>
        <Trans>Copy link</Trans>
      </MenuItem>
      {!run.isFlowDeleted && (
        <MenuLink>
          <Link to="/flows/$id" params={{ id: flowId }}>
            <Icon of={Workflow} size={15} />
            <Trans>Open the flow</Trans>
          </Link>
        </MenuLink>
      )}
    </>
  )
}
