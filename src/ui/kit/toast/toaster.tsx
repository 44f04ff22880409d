import { useLingui } from '@lingui/react/macro'
import { CircleAlert, CircleCheck, type IconNode, Info, TriangleAlert, X } from 'lucide'
import { useSyncExternalStore } from 'react'

import type { Notice, NoticeType } from '../../../core/notices/notice.ts'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'
import { Spinner } from '../spinner/spinner.tsx'
import type { ToastStore } from './toast-store.ts'
import styles from './toaster.module.css'

const ICONS: Readonly<Record<Exclude<NoticeType, 'ongoing'>, IconNode>> = {
  positive: CircleCheck,
  negative: CircleAlert,
  warning: TriangleAlert,
  info: Info,
}

interface ToasterProps {
  readonly store: ToastStore
  textOf(notice: Notice): string
  detailOf(notice: Notice): string | undefined
}

/** Notices at the bottom of the window (spec §8), in its left corner, because buttons are on the right. */
export function Toaster({ store, textOf, detailOf }: ToasterProps) {
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
          {notice.type === 'ongoing' ? (
            <Spinner />
          ) : (
            <Icon of={ICONS[notice.type]} size={17} className={styles['icon']} />
          )}
          <div className={styles['words']}>
            <p className={styles['title']}>{textOf(notice)}</p>
            {notice.detail && <p className={styles['detail']}>{detailOf(notice)}</p>}
          </div>
          <IconButton icon={X} size="xs" label={t`Dismiss`} onClick={() => store.dismiss(id)} />
        </div>
      ))}
    </section>
  )
}

/** Publishes the height of the notices at the bottom of the window, so that dialogs end above them (`--toasts` in dialog.module.css). */
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
