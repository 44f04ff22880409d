import type { QueryClient } from '@tanstack/react-query'

import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import type { Services } from '../../../core/services/services.ts'
import { cacheRunEvent } from '../../queries/cache-run-event.ts'
import { makeAskAgain } from './ask-again.ts'

interface Followed extends Pick<Services, 'watchOrganization' | 'listOrganizations'> {
  readonly queryClient: QueryClient
  readonly organizationId: string
}

/** Keeps every page up to date with one stream; a hidden tab closes it. @returns a function that ends it */
export function followOrganization(followed: Followed): () => void {
  const { watchOrganization, listOrganizations, queryClient, organizationId } = followed
  const askAgain = makeAskAgain(queryClient, organizationId)
  let wasLost = false
  const watch = () =>
    watchOrganization({
      onEvent: (event) => {
        if (event.type === 'run') {
          cacheRunEvent(queryClient, organizationId, event.run)
          if (isFinal(event.run.status)) askAgain.afterRun()
        }
        if (event.type === 'stale') askAgain.all()
        if (event.type !== 'change') return
        askAgain.of(event.kind, event.id)
        // The name of the organization, and the user's role in it.
        if (event.kind === 'organization' || event.kind === 'member') void listOrganizations()
      },
      onState: (state) => {
        // Maybe because the person is not a member any more.
        if (state === 'not-offered') void listOrganizations()
        if (state === 'waiting' || state === 'closed') wasLost = true
        if (state !== 'open' || !wasLost) return
        wasLost = false
        askAgain.all()
      },
    })
  const stop = whileVisible(watch)
  return () => {
    stop()
    askAgain.stop()
  }
}

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
