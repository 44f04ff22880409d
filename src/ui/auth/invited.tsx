import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'

import type { InvitationPreview } from '../../core/invitations/invitation.ts'
import { Callout } from '../kit/callout/callout.tsx'
import { useSignedInApp } from '../services/signed-in-app-source.ts'

interface InvitedProps {
  readonly token: string
  /** The address that the invitation is for. */
  onEmail(email: string): void
}

/** Whoever follows the link of an invitation sees who invites them before they sign in; a link that no longer works is told of after it. */
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
      // The page says by itself when the server cannot be reached.
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
