import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'

import type { InvitationPreview } from '../../core/invitations/invitation.ts'
import { Callout } from '../kit/callout/callout.tsx'
import { useSignedInApp } from '../services/signed-in-app-source.ts'

interface InvitedProps {
  readonly token: string
  /** The invited address. */
  onEmail(email: string): void
}

/** A person with an invitation link sees who invites them before they sign in; an invalid link is reported after sign-in. */
export function Invited({ token, onEmail }: InvitedProps) {
  const signedInApp = useSignedInApp()
  const [preview, setPreview] = useState<InvitationPreview>()
  const latest = useRef(onEmail)
  useEffect(() => {
    latest.current = onEmail
  })
  useEffect(() => {
    let isGone = false
    void signedInApp
      .load()
      .then(({ services }) => services.previewInvitation(token))
      .then((answer) => {
        if (isGone || !answer.ok) return
        setPreview(answer.value)
        latest.current(answer.value.email)
      })
      // The page itself shows when the server cannot be reached.
      .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [signedInApp, token])
  if (!preview) return null
  return (
    <Callout tone="accent" title={<Trans>You are invited to {preview.organizationName}</Trans>}>
      <Trans>Continue as {preview.email} to accept the invitation.</Trans>
    </Callout>
  )
}
