import { useLingui } from '@lingui/react/macro'

import { Dialog } from '../../kit/dialog/dialog.tsx'
import { ShortcutKeys } from './shortcut-keys.tsx'
import styles from './shortcut-list.module.css'
import type { ShortcutId } from './shortcuts.ts'

/** Every key outside the editor and what it does. */
export function ShortcutList({ onClose }: { onClose(): void }) {
  const { t } = useLingui()
  const groups: readonly { readonly title: string; readonly rows: readonly (readonly [ShortcutId, string])[] }[] = [
    {
      title: t`Everywhere`,
      rows: [
        ['palette', t`Search and commands`],
        ['shortcuts', t`Keyboard shortcuts`],
        ['refresh', t`Load what is shown anew`],
      ],
    },
    {
      title: t`Go to`,
      rows: [
        ['go-home', t`Home`],
        ['go-flows', t`Flows`],
        ['go-sources', t`Sources`],
        ['go-destinations', t`Destinations`],
        ['go-integrations', t`Integrations`],
      ],
    },
    {
      title: t`In lists`,
      rows: [
        ['search', t`Search`],
        ['new', t`Add or create`],
        ['clear', t`Clear search and filters`],
      ],
    },
  ]
  return (
    <Dialog title={t`Keyboard shortcuts`} onClose={onClose}>
      {groups.map(({ title, rows }) => (
        <section key={title} className={styles['group']} aria-label={title}>
          <h3 className={styles['title']}>{title}</h3>
          <dl>
            {rows.map(([id, does]) => (
              <div key={id} className={styles['row']}>
                <dt>{does}</dt>
                <dd>
                  <ShortcutKeys id={id} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
