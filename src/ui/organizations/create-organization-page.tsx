import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { useOrganizationState } from '../access/use-active-organization.ts'
import { LimitNotice } from '../errors/limit-notice.tsx'
import { Button } from '../kit/button/button.tsx'
import { Field } from '../kit/field/field.tsx'
import { TextInput } from '../kit/text-input/text-input.tsx'
import { useDeletedOrganizations } from '../queries/use-deleted-organizations.ts'
import { usePageTitle } from '../routing/use-page-title.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'
import styles from './create-organization-page.module.css'
import { DeletedOrganizations } from './deleted-organizations.tsx'

/** The first page for a new user, and the page for a second organization. */
export function CreateOrganizationPage() {
  const { t } = useLingui()
  usePageTitle(t`New organization`)
  const { createOrganization, setActiveOrganization } = useServices()
  const { organizations } = useOrganizationState()
  const { data: deleted = [] } = useDeletedOrganizations()
  const navigate = useNavigate()
  const owned = organizations.filter(({ roles = [] }) => roles.includes('owner'))
  const isFirst = organizations.length === 0
  const { mutate: create, isPending } = useMutation({
    mutationFn: (name: string) => unwrap(createOrganization({ name })),
    onSuccess: (created) => {
      setActiveOrganization(created.id)
      void navigate({ to: '/' })
    },
  })
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name: '' } })

  return (
    <div className={styles['page']}>
      <h1 className={styles['heading']}>
        {isFirst ? <Trans>Name your organization</Trans> : <Trans>New organization</Trans>}
      </h1>
      {isFirst && (
        <p className={styles['lead']}>
          <Trans>To join one, ask a member for an invitation.</Trans>
        </p>
      )}
      <LimitNotice kind="organizations" count={owned.length + deleted.length} />
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => void handleSubmit(({ name }) => create(name.trim()))(event)}
      >
        <Field label={t`Organization name`} required error={formState.errors.name?.message}>
          <TextInput
            {...register('name', { validate: (name) => name.trim() !== '' || t`Organization name is required` })}
            autoComplete="organization"
            maxLength={200}
          />
        </Field>
        <div className={styles['actions']}>
          <Button type="submit" variant="primary" size="lg" isBusy={isPending}>
            <Trans>Create organization</Trans>
          </Button>
          {!isFirst && (
            <Button variant="ghost" size="lg" onClick={() => void navigate({ to: '/' })}>
              <Trans>Cancel</Trans>
            </Button>
          )}
        </div>
      </form>
      <DeletedOrganizations />
    </div>
  )
}
