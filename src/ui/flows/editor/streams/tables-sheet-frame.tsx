import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide'
import { type ReactNode, useEffect, useRef } from 'react'

import { IconButton } from '../../../kit/icon-button/icon-button.tsx'
import styles from './tables-sheet.module.css'

interface TablesSheetFrameProps {
  /** The controls above the tables; absent while there are none: its name. */
  readonly bar?: ReactNode
  readonly children: ReactNode
  onClose(): void
}

/** The sheet over the picture of the flow, with the way back; its first control has the focus. */
export function TablesSheetFrame({ bar, children, onClose }: TablesSheetFrameProps) {
  const { t } = useLingui()
  const sheet = useRef<HTMLElement>(null)
  useEffect(() => sheet.current?.querySelector<HTMLElement>('input, button')?.focus(), [])
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: Escape closes it, as it does every dialog.
    <section
      ref={sheet}
      className={styles['sheet']}
      aria-label={t`Tables of the flow`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        onClose()
      }}
    >
      <header className={styles['bar']}>
        {bar ?? <h2 className={styles['title']}>{t`Tables of the flow`}</h2>}
        <IconButton icon={X} size="sm" className={styles['close']} label={t`Close the tables`} onClick={onClose} />
      </header>
      {children}
    </section>
  )
}
