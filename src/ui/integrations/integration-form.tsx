import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { FormProvider, useForm } from 'react-hook-form'

import { helpPageOfIntegration } from '../../core/catalog/connections/help-page.ts'
import type { Credentials } from '../../core/integrations/integration.ts'
import { integrationTypeOf } from '../../core/integrations/integration-type-of.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { CatalogFields, type CatalogValues, initialValues } from '../catalog/catalog-fields.tsx'
import { HelpLink } from '../catalog/help-link.tsx'
import { SandboxNotice } from '../catalog/sandbox-notice.tsx'
import styles from '../connections/form/connection-form.module.css'
import { Button } from '../kit/button/button.tsx'
import { LeaveButton } from '../kit/dialog/leave-button.tsx'
import { Field } from '../kit/field/field.tsx'
import { TextInput } from '../kit/text-input/text-input.tsx'

export interface IntegrationValues {
  readonly name: string
  readonly credentials: CatalogValues
}

interface IntegrationFormProps {
  readonly type: string
  readonly name?: string
  readonly stored?: Credentials
  readonly submitLabel: string
  readonly isSaving: boolean
  onSubmit(values: IntegrationValues): void
}

export function IntegrationForm({ type, name = '', stored, submitLabel, isSaving, onSubmit }: IntegrationFormProps) {
  const { t } = useLingui()
  const formId = useId()
  const disabledReason = useDisabledReason('integration.write')
  const { fields, label } = integrationTypeOf(type)
  const page = helpPageOfIntegration(type)
  const form = useForm<IntegrationValues>({ defaultValues: { name, credentials: initialValues(fields, stored) } })
  const { register, handleSubmit, formState } = form

  return (
    <FormProvider {...form}>
      <form id={formId} className={styles['form']} noValidate onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
        {page !== undefined && <HelpLink page={page} label={label} />}
        <SandboxNotice type={type} label={label} fields={fields} />
        <Field label={t`Name`} required error={formState.errors.name?.message}>
          <TextInput
            {...register('name', { validate: (typed) => typed.trim() !== '' || t`Name is required` })}
            autoComplete="off"
          />
        </Field>
        <CatalogFields part="credentials" fields={fields} stored={stored} />
      </form>
      <div className={styles['actions']}>
        <LeaveButton />
        <Button type="submit" form={formId} variant="primary" isBusy={isSaving} disabledReason={disabledReason}>
          {submitLabel}
        </Button>
      </div>
    </FormProvider>
  )
}
