import { useLingui } from '@lingui/react/macro'

import styles from './action-error.module.css'
import { errorText } from './error-text.ts'

/** Below the button that asked for it: what went wrong, for whatever has no other place to say so. */
export function ActionError({ error }: { readonly error: unknown }) {
  const { i18n } = useLingui()
  const text = error === null ? undefined : errorText(i18n, error)
  if (text === undefined) return null
  return (
    <p role="alert" className={styles['error']}>
      {text}
    </p>
  )
}
