import { type RefObject, useEffect, useState } from 'react'

import { nodeIdOf, stepIdOf } from '../canvas/canvas-nodes.ts'
import { isField } from './keyboard-focus.ts'

export interface FreshStep {
  /** Of the step that was added last, or got a new line, until the person has left one of its settings or its panel. */
  readonly id: string | undefined
  added(stepId: string): void
  /** From now on it is as any other: what is missing is said. */
  touch(): void
}

/** The step that a person has just added and is still at. */
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
      // Nobody leaves a setting by looking into another window.
      if (!(target instanceof Element) || !isField(target) || !document.hasFocus()) return
      const isWithin = relatedTarget instanceof Node && target.closest('fieldset')?.contains(relatedTarget)
      if (!isWithin) setAdded(undefined)
    }
    element.addEventListener('focusout', leave)
    return () => element.removeEventListener('focusout', leave)
  }, [isOpen, panel])

  return { id: isOpen ? added : undefined, added: setAdded, touch: () => setAdded(undefined) }
}
