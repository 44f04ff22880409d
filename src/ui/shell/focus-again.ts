/** How long a list may take to have its rows again, in milliseconds. */
const PATIENCE_MS = 2_000

/** Focuses the element that has taken the place of one, as soon as it is there, unless somebody has gone somewhere else meanwhile. */
export function focusAgain(main: HTMLElement, before: HTMLElement): void {
  const selector = selectorOf(before)
  if (selector === undefined) return
  const look = () => {
    const found = main.querySelector<HTMLElement>(selector)
    if (document.activeElement !== main) stop()
    else if (found) found.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(look)
  const timer = setTimeout(() => stop(), PATIENCE_MS)
  const stop = () => {
    clearTimeout(timer)
    observer.disconnect()
  }
  observer.observe(main, { childList: true, subtree: true })
  look()
}

/** Of a link, or of a button with a name of its own. */
function selectorOf(element: HTMLElement): string | undefined {
  const href = element.getAttribute('href')
  if (href !== null) return `a[href="${CSS.escape(href)}"]`
  const label = element.getAttribute('aria-label')
  return label === null ? undefined : `button[aria-label="${CSS.escape(label)}"]`
}
