import { useLingui } from '@lingui/react/macro'
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'

import type { Notice, NoticeType } from '../../../core/notices/notice.ts'
import { classNames } from '../class-names.ts'
import { IconButton } from '../icon-button/icon-button.tsx'
import { Spinner } from '../spinner/spinner.tsx'
import type { ToastStore } from './toast-store.ts'
import styles from './toaster.module.css'

const ICONS: Readonly<Record<Exclude<NoticeType, 'ongoing'>, LucideIcon>> = {
  positive: CircleCheck,
  negative: CircleAlert,
  warning: TriangleAlert,
  info: Info,
}

interface ToasterProps {
  readonly store: ToastStore
  textOf(notice: Notice): string
}

/** Notices at the bottom of the window (spec §8). */
export function Toaster({ store, textOf }: ToasterProps) {
  const { t } = useLingui()
  const toasts = useSyncExternalStore(store.subscribe, store.get)
  return (
    <section
      ref={makeRoomFor}
      data-toasts
      className={styles['viewport']}
      aria-label={t`Notifications`}
      aria-live="polite"
      aria-relevant="additions"
    >
      {toasts.map(({ id, notice }) => (
        <div
          key={id}
          className={classNames(styles['toast'], styles[notice.type])}
          role={notice.type === 'negative' ? 'alert' : 'status'}
          onPointerEnter={() => store.hold(id)}
          onPointerLeave={() => store.release(id)}
        >
          <Icon type={notice.type} />
          <div className={styles['words']}>
            <p className={styles['title']}>{textOf(notice)}</p>
            {notice.detail && <p className={styles['detail']}>{notice.detail}</p>}
          </div>
          <IconButton icon={X} size="xs" label={t`Dismiss`} onClick={() => store.dismiss(id)} />
        </div>
      ))}
    </section>
  )
}

function Icon({ type }: { type: NoticeType }) {
  if (type === 'ongoing') return <Spinner />
  const Shape = ICONS[type]
  return <Shape size={17} className={styles['icon']} aria-hidden />
}

/** Tells dialogs how much of the window's foot the notices take, so that they end above it (`--toasts` in dialog.module.css). */
function makeRoomFor(toasts: HTMLElement | null): (() => void) | undefined {
  if (!toasts) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--toasts', `${toasts.offsetHeight}px`))
  observer.observe(toasts)
  return () => {
    observer.disconnect()
    style.removeProperty('--toasts')
  }
}
