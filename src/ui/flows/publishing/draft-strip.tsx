import { Plural, Trans } from '@lingui/react/macro'
import { FilePen } from 'lucide'
import { Suspense, useState } from 'react'
import type { DraftSummary, Flow } from '../../../core/flows/flow.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { BreakableText } from '../../kit/breakable-text/breakable-text.tsx'
import { Button } from '../../kit/button/button.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { Strip } from '../../kit/strip/strip.tsx'
import { useWriteDisabledReason } from '../../queries/use-write-disabled-reason.ts'
import styles from './draft-strip.module.css'

const PublishDialog = lazyNamed(() => import('./publish-dialog.tsx'), 'PublishDialog')
const DiscardDraftDialog = lazyNamed(() => import('./discard-draft-dialog.tsx'), 'DiscardDraftDialog')

interface DraftStripProps {
  readonly flow: Flow
  /** Why the draft could not run, as far as an editor knows it. */
  readonly reason?: string | undefined
  /** Only what is unfinished waits. */
  readonly isAtOnce?: boolean | undefined
  /** Saves what is not saved yet; resolves with whether everything is saved. */
  flush?(): Promise<boolean>
}

/** That a flow has edits which its runs do not use; they can be published or discarded here. Nothing for a flow without a draft. */
export function DraftStrip({ flow, reason, isAtOnce = false, flush }: DraftStripProps) {
  const [dialog, setDialog] = useState<'publish' | 'discard'>()
  const disabledReason = useWriteDisabledReason(flow)
  if (!flow.draft) return null
  const open = async (which: typeof dialog) => {
    if (!flush || (await flush())) setDialog(which)
  }
  const close = () => setDialog(undefined)
  return (
    <div className={styles['strip']}>
      <Strip
        tone="accent"
        icon={FilePen}
        actions={
          <>
            <Button size="sm" variant="ghost" disabledReason={disabledReason} onClick={() => void open('discard')}>
              <Trans>Discard</Trans>
            </Button>
            {(!isAtOnce || reason === undefined) && (
              <Button
                size="sm"
                variant="primary"
                disabledReason={disabledReason ?? reason}
                onClick={() => void open('publish')}
              >
                <Trans>Publish</Trans>
              </Button>
            )}
          </>
        }
      >
        <Words draft={flow.draft} reason={isAtOnce ? reason : undefined} />
      </Strip>
      <Suspense>
        {dialog === 'publish' && <PublishDialog flow={flow} disabledReason={reason} onClose={close} />}
        {dialog === 'discard' && <DiscardDraftDialog flow={flow} onClose={close} />}
      </Suspense>
    </div>
  )
}

interface WordsProps {
  readonly draft: DraftSummary
  /** What has to be done before the edits are live. */
  readonly reason: string | undefined
}

function Words({ draft: { changes, updatedAt, updatedBy }, reason }: WordsProps) {
  const name = updatedBy.name && <BreakableText text={updatedBy.name} />
  return (
    <>
      <strong>
        <Plural value={changes} one="# change is not live" other="# changes are not live" />
      </strong>
      {reason === undefined ? (
        <span className={styles['soft']}>
          {' · '}
          <RelativeTime at={updatedAt} />
          {name && (
            <>
              {' '}
              <Trans>by {name}</Trans>
            </>
          )}
        </span>
      ) : (
        <>
          {'. '}
          <Trans>Runs use what was finished before.</Trans> {reason}.
        </>
      )}
    </>
  )
}
