import { Trans } from '@lingui/react/macro'

import styles from './consequence-list.module.css'

/** More would push the buttons of a question out of sight. */
const MAX_ITEMS = 10

/** The consequences of an action, point by point. */
export function ConsequenceList({ items }: { items: readonly string[] }) {
  const shown = items.length > MAX_ITEMS + 1 ? items.slice(0, MAX_ITEMS) : items
  const more = items.length - shown.length
  return (
    <ul className={styles['list']}>
      {shown.map((item) => (
        <li key={item}>{item}</li>
      ))}
      {more > 0 && (
        <li>
          <Trans>and {more} more</Trans>
        </li>
      )}
    </ul>
  )
}
