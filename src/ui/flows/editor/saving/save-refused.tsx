import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { Failure } from '../../../../core/failure.ts'
import type { Flow } from '../../../../core/flows/flow.ts'
import { translateServerText } from '../../../i18n/translate-server-text.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Callout } from '../../../kit/callout/callout.tsx'
import { useCreateFlow } from '../../../queries/use-flows.ts'

interface SaveRefusedProps {
  readonly flow: Flow
  readonly failure: Failure
  onDiscard(): void
}

/** A retry would change nothing: shows the reason and the solution. */
export function SaveRefused({ flow, failure, onDiscard }: SaveRefusedProps) {
  const { t, i18n } = useLingui()
  const reason =
    failure.kind === 'http' && failure.serverMessage
      ? translateServerText(i18n, failure.serverMessage, failure.serverSentence)
      : undefined
  switch (failure.kind === 'http' ? failure.status : 0) {
    case 403:
      return (
        <Refused title={t`You may no longer change it`} action={<Discard onDiscard={onDiscard} />}>
          <Trans>Ask an admin for the editor role. Your changes stay in this browser.</Trans>
        </Refused>
      )
    case 404:
      return (
        <Refused title={t`This flow was deleted`} action={<SaveAsNew flow={flow} />}>
          <Trans>What you see is not lost.</Trans>
        </Refused>
      )
    default:
      return (
        <Refused title={t`These changes cannot be saved`} action={<Discard onDiscard={onDiscard} />}>
          {reason ? withFullStop(reason) : <Trans>The server does not accept them.</Trans>}{' '}
          <Trans>Once corrected, it is saved.</Trans>
        </Refused>
      )
  }
}

interface RefusedProps {
  readonly title: string
  readonly action: ReactNode
  readonly children: ReactNode
}

const Refused = ({ title, action, children }: RefusedProps) => (
  <Callout tone="danger" title={title} actions={action}>
    {children}
  </Callout>
)

const Discard = ({ onDiscard }: { onDiscard(): void }) => (
  <Button size="sm" onClick={onDiscard}>
    <Trans>Discard my changes</Trans>
  </Button>
)

function SaveAsNew({ flow }: { flow: Flow }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { mutate: create, isPending, isError } = useCreateFlow()
  const { name, enabled, sourceConnection, destinationConnection, config } = flow
  if (!sourceConnection || !destinationConnection) return null
  const save = () =>
    create(
      { name, enabled, sourceConnection, destinationConnection, config },
      { onSuccess: ({ id }) => void navigate({ to: '/floweditor/$id', params: { id }, replace: true }) },
    )
  return (
    <>
      <Button size="sm" variant="primary" isBusy={isPending} onClick={save}>
        <Trans>Save as a new flow</Trans>
      </Button>
      {isError && <span role="alert">{t`Saving it as a new flow failed, too.`}</span>}
    </>
  )
}

/** The server's message may end without a full stop, and more text follows. */
const withFullStop = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
