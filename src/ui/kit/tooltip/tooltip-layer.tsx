import { type CSSProperties, useEffect, useState } from 'react'

import styles from './tooltip.module.css'

interface Shown {
  readonly text: string
  readonly style: CSSProperties
}

const DELAY_MS = 350
const GAP = 8
/** The space that the tooltip needs below the top of the window. */
const NEEDED = 44

/**
 * Shows the `data-tooltip` of the hovered or keyboard-focused element. One layer for the whole page: a separate tooltip
 * for every button would be code to load before sign-in, and work for every row of a long list.
 */
export function TooltipLayer() {
  const [shown, setShown] = useState<Shown>()

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isShown = false
    const notify = (next: Shown | undefined) => {
      // React keeps an update without a change as long as nothing else renders this component: one for each move of the mouse.
      if (isShown || next) setShown(next)
      isShown = next !== undefined
    }
    const hide = () => {
      clearTimeout(timer)
      notify(undefined)
    }
    const show = (element: HTMLElement, delay: number) => {
      hide()
      timer = setTimeout(() => notify(placed(element)), delay)
    }
    const onPoint = ({ target }: Event) => {
      const element = tipped(target)
      if (element) show(element, DELAY_MS)
      else hide()
    }
    const onFocus = ({ target }: Event) => {
      const element = tipped(target)
      if (element?.matches(':focus-visible')) show(element, 0)
    }
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && hide()

    addEventListener('pointerover', onPoint)
    addEventListener('pointerdown', hide)
    addEventListener('focusin', onFocus)
    addEventListener('focusout', hide)
    addEventListener('keydown', onKey)
    addEventListener('scroll', hide, true)
    return () => {
      clearTimeout(timer)
      removeEventListener('pointerover', onPoint)
      removeEventListener('pointerdown', hide)
      removeEventListener('focusin', onFocus)
      removeEventListener('focusout', hide)
      removeEventListener('keydown', onKey)
      removeEventListener('scroll', hide, true)
    }
  }, [])

  // Screen readers get the text from the control itself.
  return shown ? (
    <div ref={keepInside} className={styles['tooltip']} style={shown.style} aria-hidden>
      {shown.text}
    </div>
  ) : null
}

const tipped = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null

function placed(element: HTMLElement): Shown | undefined {
  const text = element.dataset['tooltip']
  if (!text || !element.isConnected) return undefined
  const { top, bottom, left, width } = element.getBoundingClientRect()
  const middle = left + width / 2
  const isAbove = top > NEEDED
  return {
    text,
    style: isAbove
      ? { left: middle, top: top - GAP, transform: 'translate(-50%, -100%)' }
      : { left: middle, top: bottom + GAP, transform: 'translateX(-50%)' },
  }
}

/** Moves it sideways if it would leave the window. */
function keepInside(tip: HTMLElement | null): void {
  if (!tip) return
  tip.style.marginLeft = '0'
  const { left, right } = tip.getBoundingClientRect()
  const shift = Math.max(GAP - left, 0) - Math.max(right + GAP - innerWidth, 0)
  tip.style.marginLeft = `${shift}px`
}
