/** What somebody is about to press: the buttons of forms, of bars and of what floats over every page, not those of each row of a list. */
const PRESSED = 'main button:not(table *), form button, form a[href], [role=toolbar] button, [data-floating] button'

/** While one is open, nothing else can be pressed. */
const DIALOG = '[role=dialog], [role=alertdialog]'

/**
 * Keeps the notices at the bottom of the window clear of buttons: dialogs end above them (`--toasts` in dialog.module.css), and they are lifted above
 * the buttons of other forms (`--toasts-lift`). @returns how to stop
 */
export function keepClear(toasts: HTMLElement): () => void {
  const { style } = document.documentElement
  let asked = 0
  const place = () => {
    const { left, right, top, bottom } = toasts.getBoundingClientRect()
    const lifted = Number.parseFloat(style.getPropertyValue('--toasts-lift')) || 0
    const dialog = document.querySelector(DIALOG)
    const obstacles = [...document.querySelectorAll(PRESSED)].filter((one) => !dialog || dialog.contains(one))
    const unlifted = { left, right, top: top + lifted, bottom: bottom + lifted }
    const lift =
      toasts.childElementCount === 0
        ? 0
        : liftAbove(
            unlifted,
            obstacles.map((one) => one.getBoundingClientRect()),
          )
    style.setProperty('--toasts', `${toasts.offsetHeight}px`)
    style.setProperty('--toasts-lift', `${lift}px`)
  }
  const ask = () => {
    cancelAnimationFrame(asked)
    asked = requestAnimationFrame(place)
  }
  const sizes = new ResizeObserver(ask)
  sizes.observe(toasts)
  const changes = new MutationObserver(() => toasts.childElementCount > 0 && ask())
  changes.observe(document.body, { childList: true, subtree: true })
  addEventListener('resize', ask)
  addEventListener('scroll', ask, { capture: true, passive: true })
  return () => {
    cancelAnimationFrame(asked)
    sizes.disconnect()
    changes.disconnect()
    removeEventListener('resize', ask)
    removeEventListener('scroll', ask, { capture: true })
    style.removeProperty('--toasts')
    style.removeProperty('--toasts-lift')
  }
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Between notices and what they must not cover. */
const GAP = 8

/**
 * How far notices at the bottom of the window have to be lifted so that they cover none of the obstacles: to the lowest free place.
 * @returns 0 if there is no free place at all
 */
export function liftAbove(notices: Box, obstacles: readonly Box[]): number {
  const beside = obstacles.filter(({ left, right }) => left < notices.right && right > notices.left)
  const height = notices.bottom - notices.top
  let { bottom } = notices
  for (;;) {
    const covered = beside.filter((box) => box.bottom > bottom - height - GAP && box.top < bottom + GAP)
    if (covered.length === 0) return notices.bottom - bottom
    bottom = Math.min(...covered.map(({ top }) => top)) - GAP - 1
    if (bottom - height < 0) return 0
  }
}
