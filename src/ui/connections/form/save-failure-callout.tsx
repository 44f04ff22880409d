import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'

import { errorText } from '../../errors/error-text.ts'
import { Callout } from '../../kit/callout/callout.tsx'
import { FailureError } from '../../services/unwrap.ts'
import styles from './connection-form.module.css'

/** The reason why a connection was not saved, and which part of it was; scrolls into view. */
export function SaveFailureCallout({ error }: { readonly error: unknown }) {
  const { i18n } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) place.current?.scrollIntoView?.({ block: 'nearest', behavior: 'smooth' })
  }, [error])

  if (!error) return null
  const isHalf = error instanceof FailureError && error.failure.kind === 'only-credentials-saved'
  const cause = isHalf ? new FailureError(error.failure.cause) : error
  return (
    <div ref={place} className={styles['refusal']}>
      <Callout
        tone="danger"
        title={isHalf ? <Trans>Only the credentials were saved</Trans> : <Trans>Nothing was saved</Trans>}
      >
        {isHalf && (
          <p>
            <Trans>Save the other settings again.</Trans>
          </p>
        )}
        {errorText(i18n, cause)}
      </Callout>
    </div>
  )
}
