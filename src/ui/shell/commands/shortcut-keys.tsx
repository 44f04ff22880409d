import { Trans, useLingui } from '@lingui/react/macro'

import styles from './shortcut-keys.module.css'
import { SHORTCUTS, type ShortcutId } from './shortcuts.ts'

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** The keys of a shortcut, with the labels of this keyboard. */
export function ShortcutKeys({ id }: { id: ShortcutId }) {
  const [first = '', second] = SHORTCUTS[id]
  if (second === undefined) return <Stroke keys={first} />
  return (
    <span className={styles['keys']}>
      <Trans>
        <Stroke keys={first} /> then <Stroke keys={second} />
      </Trans>
    </span>
  )
}

/** A key combination, such as "Mod+Shift+Z"; a single + is a key as well. */
export function Stroke({ keys }: { keys: string }) {
  const { t } = useLingui()
  const names: Readonly<Record<string, string>> = {
    Mod: isMac() ? '⌘' : t`Ctrl`,
    Shift: t`Shift`,
    Alt: t`Alt`,
    Delete: t`Del`,
    Escape: t`Esc`,
    Enter: t`Enter`,
    Tab: t`Tab`,
  }
  return (
    <span className={styles['keys']}>
      {(keys === '+' ? ['+'] : keys.split('+')).map((key) => (
        <kbd key={key} className={styles['key']}>
          {names[key] ?? key}
        </kbd>
      ))}
    </span>
  )
}
