import { Trans, useLingui } from '@lingui/react/macro'

import type { Flow } from '../../../core/flows/flow.ts'
import { errorText } from '../../errors/error-text.ts'
import { Button } from '../../kit/button/button.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { ConsequenceList } from '../../kit/consequence-list/consequence-list.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import styles from './batch-question.module.css'
import { type AskedName, useBatchWords } from './use-batch-words.ts'

interface BatchQuestionProps {
  readonly name: AskedName
  readonly flows: readonly Flow[]
  readonly isBusy: boolean
  readonly error: unknown
  /** With the flows that are not left out. */
  onConfirm(flows: readonly Flow[]): void
  onClose(): void
}

/** How many flows it is about, what it costs, and which of them are left out. */
export function BatchQuestion({ name, flows, isBusy, error, onConfirm, onClose }: BatchQuestionProps) {
  const { t, i18n } = useLingui()
  const { title, confirmLabel, consequences, skips } = useBatchWords(name, flows)
  const left = flows.flatMap((flow) => {
    const reason = skips(flow)
    return reason === undefined ? [] : [{ id: flow.id, name: flow.name, reason }]
  })
  const wanted = flows.filter((flow) => skips(flow) === undefined)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            isBusy={isBusy}
            disabledReason={wanted.length === 0 ? t`None of them can be` : undefined}
            onClick={() => onConfirm(wanted)}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <ConsequenceList items={consequences} />
      {left.length > 0 && (
        <>
          <p className={styles['title']}>
            <Trans>Left out</Trans>
          </p>
          <ul className={styles['left']} aria-label={t`Left out`}>
            {left.map(({ id, name: flow, reason }) => (
              <li key={id} className={styles['flow']}>
                <span className={styles['name']}>{flow}</span>
                <span className={styles['reason']}>{reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {error !== undefined && error !== null && <Callout tone="danger">{errorText(i18n, error)}</Callout>}
    </Dialog>
  )
}
