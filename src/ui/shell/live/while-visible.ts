/** A person who returns within that time finds everything unchanged. */
const LET_GO_AFTER_MS = 60_000

/**
 * Holds something open while the tab is looked at, and lets go of it a minute after it is hidden: browsers open six
 * connections to a server at most, for all tabs together. @returns what ends it for good
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
