import { type RefObject, useEffect, useState } from 'react'

import { nodeIdOf, stepIdOf } from '../canvas/canvas-nodes.ts'
import { isField } from './keyboard-focus.ts'

export interface FreshStep {
  /** The step that was added last, or got a new line, until the user has left one of its settings or its panel. */
  readonly id: string | undefined
  added(stepId: string): void
  /** From now on it is treated like any other: missing values are shown. */
  touch(): void
}

/** The step that the user has just added and is still editing. */
export function useFreshStep(openNode: string | undefined, panel: RefObject<HTMLElement | null>): FreshStep {
  const [added, setAdded] = useState<string>()
  const isOpen = added !== undefined && openNode === nodeIdOf({ id: added })
  if (added !== undefined && !isOpen) setAdded(undefined)

  const openStep = openNode === undefined ? undefined : stepIdOf(openNode)
  useEffect(() => {
    const element = panel.current
    const addLine = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('[data-adds]')) setAdded(openStep)
    }
    element?.addEventListener('click', addLine)
    return () => element?.removeEventListener('click', addLine)
  }, [openStep, panel])

  useEffect(() => {
    const element = panel.current
    if (!isOpen || !element) return
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      // Switching to another window does not count as leaving a setting.
      if (!(target instanceof Element) || !isField(target) || !document.hasFocus()) return
      const isWithin = relatedTarget instanceof Node && target.closest('fieldset')?.contains(relatedTarget)
      if (!isWithin) setAdded(undefined)
    }
    element.addEventListener('focusout', leave)
    return () => element.removeEventListener('focusout', leave)
  }, [isOpen, panel])

  return { id: isOpen ? added : undefined, added: setAdded, touch: () => setAdded(undefined) }
}
