import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleDashed, CircleX } from 'lucide'
import { useEffect } from 'react'

import type { BulkResult } from '../../core/bulk/bulk-result.ts'
import type { Result } from '../../core/result.ts'
import { failureText } from '../errors/error-text.ts'
import { Button } from '../kit/button/button.tsx'
import { ConsequenceList } from '../kit/consequence-list/consequence-list.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { Icon } from '../kit/icon/icon.tsx'
import { Spinner } from '../kit/spinner/spinner.tsx'
import type { BulkName } from '../queries/use-unfinished-bulk.ts'
import styles from './bulk-dialog.module.css'
import { type Outcome, useBulk } from './use-bulk.ts'

/** An action for every selected row. */
export interface BulkAction<T> {
  readonly name: BulkName
  readonly title: string
  /** If set, the dialog asks first and shows the consequences; otherwise it starts at once. */
  readonly question?: {
    /** Absent: the title of the action is the question. */
    readonly title?: string
    readonly consequences: readonly string[]
    readonly confirmLabel: string
    /** The action is not destructive. */
    readonly isHarmless?: true
  }
  skips(item: T): string | undefined
  /** The call for all of them that are not skipped. */
  perform(items: readonly T[]): Promise<Result<BulkResult>>
  /** What it shows now, of that which the action changes. */
  markOf(item: T): string
  onOver(): void
}

interface BulkDialogProps<T> {
  readonly action: BulkAction<T>
  readonly items: readonly T[]
  onClose(): void
}

/** The consequences, then the result of each row. */
export function BulkDialog<T extends { readonly id: string; readonly name: string }>(props: BulkDialogProps<T>) {
  const { action, items, onClose } = props
  const { title, question } = action
  const { t } = useLingui()
  const { step, outcomeOf, count, start } = useBulk({ ...action, items })
  const isAsked = question !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts once, when it opens; with a question it waits for the answer
  useEffect(() => {
    if (!isAsked) void start()
  }, [])
  const isNothingLeft = count('skipped') === items.length

  return (
    <Dialog
      title={(step === 'asking' && question?.title) || title}
      onClose={onClose}
      footer={
        question && step === 'asking' ? (
          <>
            <Button onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              variant={question.isHarmless ? 'primary' : 'danger'}
              disabledReason={isNothingLeft ? t`None of them can be` : undefined}
              onClick={() => void start()}
            >
              {question.confirmLabel}
            </Button>
          </>
        ) : (
          <Button variant="primary" isBusy={step === 'going'} onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        )
      }
    >
      {question && step === 'asking' && <ConsequenceList items={question.consequences} />}
      <p className={styles['summary']} role="status">
        {count('unanswered') > 0 && <Trans>No answer arrived. The list shows what is done.</Trans>}
        {step !== 'asking' && count('unanswered') === 0 && (
          <Summary done={count('done')} failed={count('failed')} skipped={count('skipped')} of={items.length} />
        )}
      </p>
      <ul className={styles['items']} aria-label={title}>
        {items.map(({ id, name }) => (
          <li key={id} className={styles['item']}>
            <Mark outcome={outcomeOf(id)} />
            <span className={styles['name']}>{name}</span>
            <Reason outcome={outcomeOf(id)} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function Summary({ done, failed, skipped, of }: { done: number; failed: number; skipped: number; of: number }) {
  return (
    <>
      <Trans>
        {done} of {of} done
      </Trans>
      {failed > 0 && (
        <>
          {' · '}
          <Plural value={failed} one="# failed" other="# failed" />
        </>
      )}
      {skipped > 0 && (
        <>
          {' · '}
          <Plural value={skipped} one="# left out" other="# left out" />
        </>
      )}
    </>
  )
}

function Mark({ outcome: { state } }: { outcome: Outcome }) {
  const { t } = useLingui()
  switch (state) {
    case 'going':
      return <Spinner />
    case 'done':
      return <Icon of={CircleCheck} size={16} className={styles['done']} label={t`Done`} />
    case 'failed':
      return <Icon of={CircleX} size={16} className={styles['failed']} label={t`Failed`} />
    case 'skipped':
      return <Icon of={CircleDashed} size={16} className={styles['skipped']} label={t`Left out`} />
    case 'waiting':
    case 'unanswered':
      return <Icon of={CircleDashed} size={16} className={styles['skipped']} />
  }
}

function Reason({ outcome }: { outcome: Outcome }) {
  const { i18n } = useLingui()
  if (outcome.state === 'skipped') return <span className={styles['reason']}>{outcome.reason}</span>
  if (outcome.state !== 'failed') return null
  return <span className={styles['problem']}>{failureText(i18n, outcome.failure)}</span>
}
