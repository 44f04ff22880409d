import { Trans, useLingui } from '@lingui/react/macro'
import { Trash2 } from 'lucide'

import type { FlowProposal } from '../../../core/code/code-plan.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { Button } from '../../kit/button/button.tsx'
import { Card } from '../../kit/card/card.tsx'
import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import styles from './code.module.css'
import { useCloseProposal, useFlowProposals } from './use-code.ts'

/** The flows that programs have proposed; nothing while there are none. */
export function Proposals({ onLook }: { onLook(proposal: FlowProposal): void }) {
  const { t } = useLingui()
  const { data: proposals = [] } = useFlowProposals()
  const { mutate: close } = useCloseProposal()
  if (proposals.length === 0) return null
  return (
    <Card title={<Trans>Proposed flows</Trans>} description={<Trans>Nothing changes before you apply one.</Trans>}>
      <ul className={styles['proposals']} aria-label={t`Proposed flows`}>
        {proposals.map((proposal) => {
          const { id, name, proposedBy = t`A removed program`, createdAt } = proposal
          return (
            <li key={id} className={styles['proposal']}>
              <div className={styles['name']}>
                <strong>{name}</strong>
                <span className={styles['hint']}>
                  {proposedBy} · <RelativeTime at={createdAt} />
                </span>
              </div>
              <Button onClick={() => onLook(proposal)}>
                <Trans>Show the plan</Trans>
              </Button>
              <IconButton icon={Trash2} size="sm" label={t`Discard the proposal ${name}`} onClick={() => close(id)} />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
