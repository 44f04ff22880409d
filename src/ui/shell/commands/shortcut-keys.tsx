import { Trans } from '@lingui/react/macro'

import styles from './shortcut-keys.module.css'
import { SHORTCUTS, type ShortcutId } from './shortcuts.ts'

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** The keys of a shortcut, as they are written on this keyboard. */
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

const Stroke = ({ keys }: { keys: string }) => (
  <span className={styles['keys']}>
    {keys.split('+').map((key) => (
      <kbd key={key} className={styles['key']}>
        {key === 'Mod' ? isMac() ? '⌘' : <Trans>Ctrl</Trans> : key === 'Shift' ? <Trans>Shift</Trans> : key}
      </kbd>
    ))}
  </span>
)
