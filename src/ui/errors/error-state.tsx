import { Trans, useLingui } from '@lingui/react/macro'
import { CloudOff, Hourglass } from 'lucide'
import type { ReactNode } from 'react'

import { useServerText } from '../i18n/use-server-text.ts'
import { Button } from '../kit/button/button.tsx'
import { EmptyState } from '../kit/empty-state/empty-state.tsx'
import { errorText, isNotOffered, refusalOf } from './error-text.ts'

interface ErrorStateProps {
  readonly title: ReactNode
  readonly error: unknown
  onRetry(): void
}

/** Shown instead of data that could not be loaded. */
export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  const { i18n } = useLingui()
  const serverText = useServerText()
  const refusal = refusalOf(error)
  if (isNotOffered(error)) {
    return (
      <EmptyState icon={Hourglass} title={<Trans>Not on this server yet</Trans>}>
        <Trans>Everything else works as usual.</Trans>
      </EmptyState>
    )
  }
  return (
    <div role="alert">
      <EmptyState
        icon={CloudOff}
        title={title}
        actions={
          <Button onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {errorText(i18n, error)}
        {refusal?.hint !== undefined && <> {serverText.hint({ message: '', ...refusal })}</>}
        {refusal?.account !== undefined && (
          <>
            {' '}
            <Trans>The account is {refusal.account}.</Trans>
          </>
        )}
      </EmptyState>
    </div>
  )
}
