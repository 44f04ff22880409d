/** After a shorter absence a user finds everything unchanged. */
const LET_GO_AFTER_MS = 60_000

/**
 * Keeps a resource open while the tab is visible, and closes it a minute after it is hidden: browsers open at most six
 * connections to a server for all tabs together. @returns a function that ends it permanently
 */
export function whileVisible(open: () => () => void): () => void {
  let close: (() => void) | undefined = open()
  let hiding: ReturnType<typeof setTimeout> | undefined
  const follow = () => {
    clearTimeout(hiding)
    if (document.visibilityState === 'visible') {
      close ??= open()
      return
    }
    hiding = setTimeout(() => {
      close?.()
      close = undefined
    }, LET_GO_AFTER_MS)
  }
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    clearTimeout(hiding)
    close?.()
  }
}
