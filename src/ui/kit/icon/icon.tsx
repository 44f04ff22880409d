import type { IconNode } from 'lucide'
import { createElement } from 'react'

interface IconProps {
  readonly of: IconNode
  /** The length of its side, in pixels. */
  readonly size: number
  readonly strokeWidth?: number
  readonly className?: string | undefined
  /** The text for screen readers; without it they skip the icon, because the text beside it says the same. */
  readonly label?: string
}

/** Draws an icon of the library, which has only the shapes. They are passed one by one, so they need no keys. */
export function Icon({ of: shapes, size, strokeWidth = 2, className, label }: IconProps) {
  return createElement(
    'svg',
    {
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      className,
      ...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }),
    },
    ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
  )
}
