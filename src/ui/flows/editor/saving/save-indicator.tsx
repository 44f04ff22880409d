import { Trans } from '@lingui/react/macro'
import { Check, CloudAlert, WifiOff } from 'lucide'
import type { SaveState } from '../../../../core/flows/drafts/auto-save.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Icon } from '../../../kit/icon/icon.tsx'
import { Spinner } from '../../../kit/spinner/spinner.tsx'
import { useIsOnline } from '../../../queries/use-is-online.ts'
import styles from './save-indicator.module.css'

/** Whether everything on the screen is saved. */
export function SaveIndicator({ state, onRetry }: { state: SaveState; onRetry(): void }) {
  const isOnline = useIsOnline()
  const mayPass = state.status === 'failed' && state.reason === 'passing'
  return (
    <span className={styles['indicator']} role="status">
      {mayPass && !isOnline ? <Waiting /> : <Words state={state} />}
      {mayPass && isOnline && (
        <Button size="xs" onClick={onRetry}>
          <Trans>Retry</Trans>
        </Button>
      )}
    </span>
  )
}

/** Offline: it is sent by itself later, so that there is nothing to do. */
const Waiting = () => (
  <>
    <Icon of={WifiOff} size={15} />
    <Trans>Not saved yet</Trans>
  </>
)

function Words({ state }: { state: SaveState }) {
  switch (state.status) {
    case 'saved':
      return (
        <>
          <Icon of={Check} size={15} />
          <Trans>Saved</Trans>
        </>
      )
    case 'waiting':
    case 'saving':
      return (
        <>
          <Spinner size="sm" />
          <Trans>Saving…</Trans>
        </>
      )
    case 'failed':
    case 'conflict': {
      const reason = state.status === 'failed' && state.reason
      return (
        <span className={styles['problem']}>
          <Icon of={CloudAlert} size={15} />
          {reason === 'passing' && <Trans>Could not save</Trans>}
          {reason === 'signed-out' && <Trans>Sign in to save</Trans>}
          {reason === 'refused' && <Trans>Not saved</Trans>}
          {!reason && <Trans>Changed elsewhere</Trans>}
        </span>
      )
    }
  }
}
