import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import type { GoogleConsentFor } from '../../../core/integrations/integration.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import type { GoogleOutcome } from '../../routing/search.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { FailureError } from '../../services/unwrap.ts'
import { receiveOutcome } from './consent-channel.ts'

export type ConsentState =
  | { readonly step: 'idle' | 'starting' | 'waiting' | 'blocked' | 'not-offered' }
  | { readonly step: 'not-started'; readonly error: FailureError }
  | { readonly step: 'over'; readonly outcome: GoogleOutcome | 'closed' }

const WINDOW = 'popup,width=520,height=700'
const LOOK_MS = 500

/** Requests Google's consent in a separate window, and receives its outcome. */
export function useGoogleConsent() {
  const { startGoogleAuth } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  const [state, setState] = useState<ConsentState>({ step: 'idle' })
  const popup = useRef<Window | null>(null)
  const isWaiting = state.step === 'waiting'

  useEffect(
    () =>
      receiveOutcome((outcome) => {
        setState({ step: 'over', outcome })
        if (outcome === 'connected') void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.integrations(id) })
      }),
    [id, queryClient],
  )

  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => {
      // While it shows Google's pages, the window looks closed from here: it counts as closed only after the focus has come back.
      if (popup.current?.closed && document.hasFocus()) setState({ step: 'over', outcome: 'closed' })
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [isWaiting])

  const connect = async (purpose: GoogleConsentFor) => {
    // At once, within the click, because browsers block windows that open later.
    const opened = window.open('', '', WINDOW)
    popup.current = opened
    if (!opened) return setState({ step: 'blocked' })
    setState({ step: 'starting' })
    const started = await startGoogleAuth(purpose)
    if (!started.ok) {
      opened.close()
      const { failure } = started
      const isMissing = failure.kind === 'not-offered' || (failure.kind === 'http' && failure.status === 501)
      return setState(isMissing ? { step: 'not-offered' } : { step: 'not-started', error: new FailureError(failure) })
    }
    opened.location.href = started.value.url
    setState({ step: 'waiting' })
  }

  return { state, connect }
}
