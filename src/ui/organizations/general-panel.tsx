import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide'
import { Suspense } from 'react'
import { useForm } from 'react-hook-form'
import { ORGANIZATION_DAYS } from '../../core/catalog/trash.ts'
import type { Organization } from '../../core/organizations/organization.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { Button } from '../kit/button/button.tsx'
import { Card } from '../kit/card/card.tsx'
import { Field } from '../kit/field/field.tsx'
import { InlineForm } from '../kit/inline-form/inline-form.tsx'
import { lazyNamed } from '../kit/lazy-named.ts'
import { Stack } from '../kit/page/page.tsx'
import { TextInput } from '../kit/text-input/text-input.tsx'
import { useSettingsUrl } from '../routing/use-settings-url.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'
import { BudgetsCard } from './budgets-card.tsx'
import { PublishingCard } from './publishing-card.tsx'
import { RejectLimitsCard } from './reject-limits-card.tsx'
import { RunLimitsCard } from './run-limits-card.tsx'
import { SettingChange } from './setting-change.tsx'

const DeleteOrganizationDialog = lazyNamed(() => import('./delete-organization-dialog.tsx'), 'DeleteOrganizationDialog')

export function GeneralPanel() {
  const organization = useActiveOrganization()
  const { tab, dialog, open, close } = useSettingsUrl()
  const disabledReason = useDisabledReason('organization.delete')
  return (
    <Stack>
      <OrganizationNameCard key={organization.id} organization={organization} />
      <PublishingCard />
      <BudgetsCard />
      <RunLimitsCard />
      <RejectLimitsCard />
      <Card
        title={<Trans>Delete this organization</Trans>}
        description={<Trans>Owners can restore it for {ORGANIZATION_DAYS} days.</Trans>}
        actions={
          <Button icon={Trash2} disabledReason={disabledReason} onClick={() => open('delete')}>
            <Trans>Delete organization</Trans>
          </Button>
        }
      />
      {tab === 'general' && dialog === 'delete' && (
        <Suspense>
          <DeleteOrganizationDialog organization={organization} onClose={close} />
        </Suspense>
      )}
    </Stack>
  )
}

function OrganizationNameCard({ organization }: { organization: Organization }) {
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
    <Card>
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
      <SettingChange of="name" />
    </Card>
  )
}
