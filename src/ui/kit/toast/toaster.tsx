import { useLingui } from '@lingui/react/macro'
import { CircleAlert, CircleCheck, type IconNode, Info, TriangleAlert, X } from 'lucide'
import { useSyncExternalStore } from 'react'

import type { Notice, NoticeType } from '../../../core/notices/notice.ts'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'
import { Spinner } from '../spinner/spinner.tsx'
import { keepClear } from './keep-clear.ts'
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

/** Notices at the bottom of the window, in the middle (spec §8). */
export function Toaster({ store, textOf, detailOf }: ToasterProps) {
  const { t } = useLingui()
  const toasts = useSyncExternalStore(store.subscribe, store.get)
  return (
    <section
      ref={keepClearWhileShown}
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
            <Detail text={detailOf(notice)} />
          </div>
          <IconButton icon={X} size="xs" label={t`Dismiss`} onClick={() => store.dismiss(id)} />
        </div>
      ))}
    </section>
  )
}

const Detail = ({ text }: { readonly text: string | undefined }) =>
  text ? <p className={styles['detail']}>{text}</p> : null

const keepClearWhileShown = (toasts: HTMLElement | null): (() => void) | undefined =>
  toasts ? keepClear(toasts) : undefined
