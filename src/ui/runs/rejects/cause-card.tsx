import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import type { OfferedMend, RejectedCause } from '../../../core/rejects/rejected-cause.ts'
import type { Run } from '../../../core/runs/run.ts'
import { ActionError } from '../../errors/action-error.tsx'
import { translateServerText } from '../../i18n/translate-server-text.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Button } from '../../kit/button/button.tsx'
import { AlertDialog } from '../../kit/dialog/alert-dialog.tsx'
import { useRunAgain } from '../actions/use-run-again.ts'
import styles from './cause-card.module.css'
import type { Replay } from './replay-news.tsx'
import { useMendWords } from './use-mend-words.ts'
import { useSkipRejected } from './use-rejected-rows.ts'

interface CauseCardProps {
  readonly run: Run
  readonly entity: string
  readonly cause: RejectedCause
  readonly replay: Replay
  /** Its rows are shown at once. */
  readonly isOnly: boolean
  readonly children: ReactNode
}

/** One reason for rejected rows: how many, the commonest values, and a button for everything that would help. */
export function CauseCard({ run, entity, cause, replay, isOnly, children }: CauseCardProps) {
  const { t, i18n } = useLingui()
  const { number } = useFormats()
  const [isOpen, setOpen] = useState(isOnly)
  const [asked, setAsked] = useState<OfferedMend | 'skip'>()
  const skip = useSkipRejected(run.id)
  const wordsOf = useMendWords()
  const { disabledReason } = useRunAgain(run)
  const { column, rule, ruleSentence, rows, kept, values, mends } = cause
  const pick = { entity, cause: { column, rule } }
  const close = () => setAsked(undefined)
  return (
    <li className={styles['cause']}>
      <p className={styles['head']}>
        <span>
          <strong>{column}</strong> {translateServerText(i18n, rule, ruleSentence)}
        </span>
        <span className={styles['count']}>
          <Plural value={rows} one={`${number(rows)} row`} other={`${number(rows)} rows`} />
          {kept < rows && (
            <>
              {', '}
              <Trans>{number(kept)} kept</Trans>
            </>
          )}
        </span>
      </p>
      {values.length > 0 && (
        <ul className={styles['values']} aria-label={t`Commonest values`}>
          {values.map(({ value, rows: times }) => (
            <li key={value}>
              <code>{value === null ? 'NULL' : value === '' ? t`empty text` : value}</code>
              {` × ${number(times)}`}
            </li>
          ))}
        </ul>
      )}
      <div className={styles['actions']}>
        {!isDry(run.kind) && (
          <>
            {mends.map((offered) => (
              <Button
                key={offered.mend.kind}
                size="sm"
                disabledReason={disabledReason}
                onClick={() => setAsked(offered)}
              >
                {wordsOf(offered, cause).label}
              </Button>
            ))}
            <Button
              size="sm"
              isBusy={replay.isPending}
              disabledReason={disabledReason}
              onClick={() => replay.mutate({ pick })}
            >
              <Trans>Send again</Trans>
            </Button>
            <Button size="sm" variant="ghost" isBusy={skip.isPending} onClick={() => setAsked('skip')}>
              <Trans>Skip</Trans>
            </Button>
          </>
        )}
        <Button size="sm" variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? <Trans>Hide rows</Trans> : <Trans>Show rows</Trans>}
        </Button>
        <ActionError error={skip.error} />
      </div>
      {isOpen && children}
      {asked === 'skip' && (
        <AlertDialog
          title={<Trans>Skip these rows?</Trans>}
          description={
            <Plural
              value={kept}
              one="# row is deleted here. The source keeps it."
              other="# rows are deleted here. The source keeps them."
            />
          }
          confirmLabel={t`Skip them`}
          isBusy={skip.isPending}
          onConfirm={() => skip.mutate(pick, { onSettled: close })}
          onCancel={close}
        />
      )}
      {asked !== undefined && asked !== 'skip' && (
        <AlertDialog
          title={wordsOf(asked, cause).label}
          description={wordsOf(asked, cause).effect}
          confirmLabel={t`Change and send`}
          isHarmless
          isBusy={replay.isPending}
          onConfirm={() => replay.mutate({ pick, mend: asked.mend }, { onSettled: close })}
          onCancel={close}
        />
      )}
    </li>
  )
}
