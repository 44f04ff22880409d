import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

import { classNames } from '../class-names.ts'
import { ICON_PIXELS, type Size } from '../size.ts'
import styles from './icon-button.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'children'> {
  /** More than the label, where there is more to say. */
  readonly 'data-tooltip'?: string
  readonly icon: LucideIcon
  /** What it does: read by screen readers, shown as a tooltip. */
  readonly label: string
  readonly size?: Size
}

export function IconButton({ icon: Icon, label, size = 'md', type = 'button', className, ...rest }: IconButtonProps) {
  return (
    <button
      data-tooltip={label}
      {...rest}
      type={type}
      aria-label={label}
      className={classNames(styles['button'], styles[size], className)}
    >
      <Icon size={ICON_PIXELS[size]} aria-hidden />
    </button>
  )
}
