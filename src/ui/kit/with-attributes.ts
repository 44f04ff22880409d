import { cloneElement, type ReactElement, type ReactNode } from 'react'

import { classNames } from './class-names.ts'

type Attributes = Readonly<Record<string, unknown>>

/** The element with additional attributes: its own have priority, class names are joined, and both handlers of an event are called. */
export function withAttributes(element: ReactElement, attributes: Attributes, children?: ReactNode): ReactElement {
  const own = element.props as Attributes
  const shared = Object.keys(attributes).filter((name) => own[name] !== undefined)
  const merged = shared.map((name) => [name, both(name, own[name], attributes[name])])
  const props = { ...attributes, ...Object.fromEntries(merged) }
  return children === undefined ? cloneElement(element, props) : cloneElement(element, props, children)
}

function both(name: string, own: unknown, given: unknown): unknown {
  if (name === 'className') return classNames(String(given), String(own))
  if (typeof own !== 'function' || typeof given !== 'function') return own
  return (...event: unknown[]) => {
    own(...event)
    given(...event)
  }
}
