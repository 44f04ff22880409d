import { useLingui } from '@lingui/react/macro'

import { Stroke } from './shortcut-keys.tsx'
import styles from './shortcut-list.module.css'

/** The keys for the rows of a list with their actions; `ui/lists` handles them. */
export function RowShortcutRows() {
  const { t } = useLingui()
  const does: Readonly<Record<RowShortcutId, string>> = {
    next: t`To the next row`,
    previous: t`To the previous row`,
    open: t`Open the row`,
    select: t`Select the row`,
    range: t`Select all rows up to this one`,
    edit: t`Edit the row`,
    clear: t`Clear the selection`,
  }
  return (
    <dl>
      {(Object.keys(ROW_SHORTCUTS) as RowShortcutId[]).map((id) => (
        <div key={id} className={styles['row']}>
          <dt>{does[id]}</dt>
          <dd className={styles['strokes']}>
            {ROW_SHORTCUTS[id].map((keys) => (
              <Stroke key={keys} keys={keys} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const ROW_SHORTCUTS = {
  next: ['J', '↓'],
  previous: ['K', '↑'],
  open: ['Enter'],
  select: ['X'],
  range: ['Shift+X'],
  edit: ['E'],
  clear: ['Escape'],
} as const satisfies Record<string, readonly string[]>

type RowShortcutId = keyof typeof ROW_SHORTCUTS
