import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

import { classNames } from '../class-names.ts'
import { ICON_PIXELS, type Size } from '../size.ts'
import { Tooltip } from '../tooltip/tooltip.tsx'
import styles from './icon-button.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'children'> {
  readonly icon: LucideIcon
  /** What it does: read by screen readers, shown as a tooltip. */
  readonly label: string
  readonly size?: Size
}

export function IconButton({ icon: Icon, label, size = 'md', type = 'button', className, ...rest }: IconButtonProps) {
  return (
    <Tooltip content={label}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        className={classNames(styles['button'], styles[size], className)}
      >
        <Icon size={ICON_PIXELS[size]} aria-hidden />
      </button>
    </Tooltip>
  )
}
