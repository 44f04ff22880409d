import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'

import type { Ownership } from '../../core/profile/profile.ts'
import { Button } from '../kit/button/button.tsx'
import { Callout } from '../kit/callout/callout.tsx'
import { Field } from '../kit/field/field.tsx'
import { TextInput } from '../kit/text-input/text-input.tsx'
import { useServices } from '../services/services.tsx'

interface OwnedOrganizationProps {
  readonly organization: Ownership
  readonly typed: string
  onType(name: string): void
}

/** An organization without another owner: it is handed over, or deleted after the user types its name. */
export function OwnedOrganization({ organization, typed, onType }: OwnedOrganizationProps) {
  const { t } = useLingui()
  const { setActiveOrganization } = useServices()
  const navigate = useNavigate()
  const { id, name, members } = organization
  const others = members - 1
  const execNode = () => {
    setActiveOrganization(id)
    void navigate({ to: '/organization-settings', search: { section: 'members' } })
  }
  return (
    <Callout
      tone="warning"
      title={<Trans>{name} is deleted with your account</Trans>}
      actions={
        others > 0 && (
          <Button size="sm" onClick={execNode}>
            <Trans>Hand it over instead</Trans>
          </Button>
        )
      }
    >
      <p>
        {others > 0 ? (
          <Plural
            value={others}
            one="Nobody else owns it. # other member loses access, and everything in it is deleted."
            other="Nobody else owns it. # other members lose access, and everything in it is deleted."
          />
        ) : (
          <Trans>You are its only member. Everything in it is deleted.</Trans>
        )}
      </p>
      <Field label={t`Type ${name} to confirm`}>
        <TextInput value={typed} autoComplete="off" onChange={(event) => onType(event.target.value)} />
      </Field>
    </Callout>
  )
}
