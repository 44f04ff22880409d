/** Tells dialogs how much of the window's foot the notices take, so that they end above it (`--toasts` in dialog.module.css). */
export function makeRoomFor(toasts: HTMLElement | null): (() => void) | undefined {
  if (!toasts) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--toasts', `${toasts.offsetHeight}px`))
  observer.observe(toasts)
  return () => {
    observer.disconnect()
    style.removeProperty('--toasts')
  }
}
