import type { QueryClient } from '@tanstack/react-query'

import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import type { OrganizationEvent } from '../../../core/runs/live/run-events.ts'
import type { Services } from '../../../core/services/services.ts'
import { cacheRunEvent } from '../../queries/cache-run-event.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { makeAskAgain } from './ask-again.ts'
import { makeOverlappingStreams } from './overlapping-streams.ts'

interface Followed extends Pick<Services, 'watchOrganization' | 'listOrganizations'> {
  readonly queryClient: QueryClient
  readonly organizationId: string
}

export interface Following {
  /** Names the flow that is open for editing, so that others see who has it open. */
  look(flowId: string | undefined): void
  stop(): void
}

/** Keeps every page up to date with one stream; a hidden tab closes it. */
export function followOrganization({ watchOrganization, ...followed }: Followed): Following {
  const { listOrganizations, queryClient, organizationId } = followed
  const askAgain = makeAskAgain(queryClient, organizationId)
  const onEvent = makeHear({ ...followed, askAgain })
  let wasLost = false
  let openFlow: string | undefined
  let isWatching = false

  /** Who was there may have left since. */
  const forgetPeople = () => {
    if (openFlow !== undefined) queryClient.removeQueries({ queryKey: QUERY_KEYS.presence(organizationId, openFlow) })
  }
  const lose = () => {
    wasLost = true
    forgetPeople()
  }
  const streams = makeOverlappingStreams(
    (onState) => watchOrganization({ onEvent, onState }, openFlow),
    (state) => {
      // Maybe because the person is not a member any more.
      if (state === 'not-offered') void listOrganizations()
      if (state === 'waiting' || state === 'closed') lose()
      if (state !== 'open' || !wasLost) return
      wasLost = false
      askAgain.all()
    },
  )
  const stop = whileVisible(() => {
    isWatching = true
    streams.connect()
    return () => {
      isWatching = false
      lose()
      streams.endAll()
    }
  })
  return {
    look: (flowId) => {
      if (flowId === openFlow) return
      forgetPeople()
      openFlow = flowId
      if (isWatching) streams.connect()
    },
    stop: () => {
      stop()
      askAgain.stop()
    },
  }
}

interface Hearing extends Omit<Followed, 'watchOrganization'> {
  readonly askAgain: ReturnType<typeof makeAskAgain>
}

/** What becomes of each event. */
function makeHear({ listOrganizations, queryClient, organizationId, askAgain }: Hearing) {
  return (event: OrganizationEvent): void => {
    if (event.type === 'run') {
      cacheRunEvent(queryClient, organizationId, event.run)
      if (isFinal(event.run.status)) askAgain.afterRun()
    }
    if (event.type === 'presence') {
      queryClient.setQueryData(QUERY_KEYS.presence(organizationId, event.flowId), event.people)
    }
    if (event.type === 'stale') askAgain.all()
    if (event.type !== 'change') return
    askAgain.of(event.kind, event.id)
    // The name of the organization, and the user's role in it.
    if (event.kind === 'organization' || event.kind === 'member') void listOrganizations()
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
