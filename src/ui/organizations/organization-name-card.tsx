import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'

import type { Organization } from '../../core/organizations/organization.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { Button } from '../kit/button/button.tsx'
import { Card } from '../kit/card/card.tsx'
import { Field } from '../kit/field/field.tsx'
import { InlineForm } from '../kit/inline-form/inline-form.tsx'
import { TextInput } from '../kit/text-input/text-input.tsx'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

export function OrganizationNameCard({ organization }: { organization: Organization }) {
  const { t } = useLingui()
  const { updateOrganization } = useServices()
  const disabledReason = useDisabledReason('organization.update')
  const { register, handleSubmit, formState, reset } = useForm({ defaultValues: { name: organization.name } })
  const { mutate: rename, isPending } = useMutation({
    // Updates send the whole object (spec §3).
    mutationFn: (name: string) => unwrap(updateOrganization({ ...organization, name })),
    onSuccess: (updated) => reset({ name: updated.name }),
  })
  const unchanged = formState.isDirty ? undefined : t`Nothing has changed`
  return (
    <Card title={<Trans>Name</Trans>}>
      <InlineForm onSubmit={(event) => void handleSubmit(({ name }) => rename(name.trim()))(event)}>
        <Field label={t`Organization name`} required error={formState.errors.name?.message}>
          <TextInput
            {...register('name', { validate: (name) => name.trim() !== '' || t`Organization name is required` })}
            autoComplete="off"
            maxLength={200}
            readOnly={disabledReason !== undefined}
          />
        </Field>
        <Button type="submit" variant="primary" isBusy={isPending} disabledReason={disabledReason ?? unchanged}>
          <Trans>Save</Trans>
        </Button>
      </InlineForm>
    </Card>
  )
}
