import type { IconNode } from 'lucide'
import type { ComponentProps } from 'react'

import { classNames } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { ICON_PIXELS, type Size } from '../size.ts'
import styles from './icon-button.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'children'> {
  /** A longer text than the label, if there is one. */
  readonly 'data-tooltip'?: string
  readonly icon: IconNode
  /** The action: read by screen readers, shown as a tooltip. */
  readonly label: string
  readonly size?: Size
}

export function IconButton({ icon, label, size = 'md', type = 'button', className, ...rest }: IconButtonProps) {
  return (
    <button
      data-tooltip={label}
      {...rest}
      type={type}
      aria-label={label}
      className={classNames(styles['button'], styles[size], className)}
    >
      <Icon of={icon} size={ICON_PIXELS[size]} />
    </button>
  )
}
