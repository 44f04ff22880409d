import { useLingui } from '@lingui/react/macro'

import styles from './action-error.module.css'
import { errorText } from './error-text.ts'

/** An error below the button that caused it, if there is no other place for it. */
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
