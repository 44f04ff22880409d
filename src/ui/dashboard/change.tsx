import { useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, Minus } from 'lucide'

import { useFormats } from '../i18n/use-formats.ts'
import { classNames } from '../kit/class-names.ts'
import { Icon } from '../kit/icon/icon.tsx'
import styles from './change.module.css'

interface ChangeProps {
  readonly now: number | undefined
  readonly before: number | undefined
  /** The direction that is an improvement. */
  readonly good: 'up' | 'down' | 'either'
  /** Percentages are compared by their difference, amounts by their ratio. */
  readonly isShare?: boolean
}

/** The change of a figure against the previous period; nothing if there is nothing to compare. */
export function Change({ now, before, good, isShare = false }: ChangeProps) {
  const { t } = useLingui()
  const { percent } = useFormats()
  if (now === undefined || before === undefined || (!isShare && before === 0)) return null
  const change = isShare ? now - before : now / before - 1
  const direction = Math.abs(change) < 0.005 ? 'same' : change > 0 ? 'up' : 'down'
  const amount = percent(Math.abs(change))
  const words = {
    up: t`${amount} more than in the period before`,
    down: t`${amount} less than in the period before`,
    same: t`as in the period before`,
  }[direction]
  const isNews = direction !== 'same' && good !== 'either'
  return (
    <span
      className={classNames(styles['change'], isNews && styles[direction === good ? 'good' : 'bad'])}
      data-tooltip={words}
    >
      <Icon of={{ up: ArrowUp, down: ArrowDown, same: Minus }[direction]} size={12} strokeWidth={2.5} />
      <span aria-hidden>{amount}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  )
}
