import { useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

import type { Transformation } from '../../../../core/flows/flow.ts'
import { type CopiedStep, KIND, textOfSteps } from '../../../../core/transformations/step-clipboard.ts'
import { isSomethingOpen, isTyping } from './keyboard-focus.ts'

interface StepClipboard {
  /** The steps to copy; none: the browser's default. */
  readonly chosen: readonly Transformation[]
  copied(count: number): void
  remove(): void
  paste(steps: readonly CopiedStep[]): void
}

/** Copy, cut and paste of steps through the system's clipboard, with its own keys and menus. */
export function useStepClipboard(clipboard: StepClipboard): void {
  const latest = useRef(clipboard)
  useLayoutEffect(() => {
    latest.current = clipboard
  })
  useLayoutEffect(() => {
    const isForText = ({ target }: ClipboardEvent) =>
      isSomethingOpen() || (target instanceof Element && isTyping(target)) || getSelection()?.isCollapsed === false

    const copy = (event: ClipboardEvent) => {
      const { chosen, copied, remove } = latest.current
      if (chosen.length === 0 || isForText(event) || !event.clipboardData) return
      event.clipboardData.setData('text/plain', textOfSteps(chosen))
      event.preventDefault()
      if (event.type === 'cut') remove()
      else copied(chosen.length)
    }
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (isForText(event) || !text.includes(KIND)) return
      event.preventDefault()
      void import('../../../../core/transformations/steps-of-text.ts').then(({ stepsOfText }) => {
        const steps = stepsOfText(text)
        // As in the event itself: the focus goes to what is there then.
        if (steps) flushSync(() => latest.current.paste(steps))
      })
    }
    document.addEventListener('copy', copy)
    document.addEventListener('cut', copy)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', copy)
      document.removeEventListener('paste', paste)
    }
  }, [])
}
