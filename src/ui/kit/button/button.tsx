import type { IconNode } from 'lucide'
import { type ComponentProps, isValidElement, type MouseEvent, type PropsWithChildren, type ReactNode } from 'react'
import { defined } from '../../../core/catalog/defined.ts'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { ICON_PIXELS, type Size } from '../size.ts'
import { Spinner } from '../spinner/spinner.tsx'
import { withAttributes } from '../with-attributes.ts'
import styles from './button.module.css'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  readonly variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | undefined
  readonly size?: Size | undefined
  readonly icon?: IconNode | undefined
  /** Work is running: the button stays in place and ignores further clicks. */
  readonly isBusy?: boolean | undefined
  /** The reason why the button is disabled; it stays focusable, so that the reason can be read. */
  readonly disabledReason?: string | undefined
  /** Renders the child (a link) with the style of a button. */
  readonly asChild?: boolean | undefined
}

export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  isBusy = false,
  disabledReason,
  asChild = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const isOff = isBusy || disabledReason !== undefined
  const attributes = {
    ...rest,
    className: classNames(styles['button'], styles[variant], styles[size], className),
    'aria-disabled': isOff || undefined,
    'aria-busy': isBusy || undefined,
    ...defined({ 'aria-description': disabledReason, 'data-tooltip': disabledReason }),
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      if (isOff) event.preventDefault()
      else onClick?.(event)
    },
  }
  const content = (label: ReactNode) => (
    <>
      {isBusy ? <Spinner size={size} /> : icon && <Icon of={icon} size={ICON_PIXELS[size]} />}
      {label}
    </>
  )
  if (asChild && isValidElement<PropsWithChildren>(children)) {
    return withAttributes(children, attributes, content(children.props.children))
  }
  return (
    <button {...attributes} type={type}>
      {content(children)}
    </button>
  )
}
