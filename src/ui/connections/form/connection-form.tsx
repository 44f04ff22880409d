import { Trans, useLingui } from '@lingui/react/macro'
import { PlugZap } from 'lucide'
import { type ClipboardEvent, type FocusEvent, useId, useState } from 'react'
import { Controller, FormProvider, useForm } from 'react-hook-form'

import { addressScheme, parseConnectionAddress } from '../../../core/catalog/connections/connection-address.ts'
import type { Capability } from '../../../core/catalog/connections/connection-types.ts'
import type { Field as CatalogField } from '../../../core/catalog/connections/field.ts'
import { helpPageOf } from '../../../core/catalog/connections/help-page.ts'
import type { UnsavedConnection } from '../../../core/connections/connection-test.ts'
import { connectionTypeOf } from '../../../core/connections/connection-type-of.ts'
import type { Credentials } from '../../../core/integrations/integration.ts'
import { integrationTypeOf } from '../../../core/integrations/integration-type-of.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { CatalogFields, initialValues } from '../../catalog/catalog-fields.tsx'
import { fieldLabel } from '../../catalog/field-labels.ts'
import { HelpLink } from '../../catalog/help-link.tsx'
import { SandboxNotice } from '../../catalog/sandbox-notice.tsx'
import { Button } from '../../kit/button/button.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { LeaveButton } from '../../kit/dialog/leave-button.tsx'
import { Field } from '../../kit/field/field.tsx'
import { SegmentedControl } from '../../kit/segmented-control/segmented-control.tsx'
import { TextInput } from '../../kit/text-input/text-input.tsx'
import { TestOutcome } from '../testing/test-outcome.tsx'
import styles from './connection-form.module.css'
import type { ConnectionValues } from './connection-values.ts'
import { IntegrationField } from './integration-field.tsx'
import { ReadOnlyCallout } from './read-only-callout.tsx'
import { SaveFailureCallout } from './save-failure-callout.tsx'
import { useFormTest } from './use-form-test.ts'

interface ConnectionFormProps {
  readonly type: string
  /** The stored values of an edited connection. */
  readonly initial?: Partial<ConnectionValues> & { readonly storedCredentials?: Credentials }
  readonly isSaving: boolean
  /** The reason why the last save was refused. */
  readonly saveError: unknown
  readonly disabledReason?: string | undefined
  /** Absent: a type that only a newer server knows, which this page cannot test. */
  toUnsaved?(values: ConnectionValues): UnsavedConnection
  onSubmit(values: ConnectionValues): void
}

/** Name, use and the catalog's fields of one type; tests the typed values before saving. Typed values are never lost. */
export function ConnectionForm(props: ConnectionFormProps) {
  const { type, initial = {}, isSaving, saveError, disabledReason, toUnsaved, onSubmit } = props
  const { t, i18n } = useLingui()
  const [filledIn, setFilledIn] = useState<readonly string[]>([])
  const formId = useId()
  const row = connectionTypeOf(type)
  const credentialFields = row.merged ? integrationTypeOf(type).fields : []
  const testDisabledReason = useDisabledReason('connection.test')
  const integrationDisabledReason = useDisabledReason('integration.write')
  const credentialsDisabledReason = row.merged ? integrationDisabledReason : undefined
  const unknownReason = toUnsaved ? undefined : t`This page is older than the server: reload it.`
  const cannotTest =
    (initial.storedCredentials ? undefined : credentialsDisabledReason) ?? testDisabledReason ?? unknownReason
  const form = useForm<ConnectionValues>({
    defaultValues: {
      name: initial.name ?? '',
      capability: initial.capability ?? row.capability,
      integrationId: initial.integrationId ?? '',
      credentials: initialValues(credentialFields, initial.storedCredentials ?? initial.credentials),
      config: initialValues(row.fields, initial.config),
      removed: [],
    },
  })
  const { register, control, handleSubmit, formState } = form
  const test = useFormTest(form, toUnsaved)
  const submit = (then: (values: ConnectionValues) => void) => (event?: React.BaseSyntheticEvent) =>
    void handleSubmit(then)(event)

  /** A confirmed value is tested at once, but not saved. */
  const trust = (field: string, value: string) => {
    form.setValue(`credentials.${field}`, value, { shouldDirty: true, shouldValidate: true })
    submit((values) => test.start(values))()
  }

  /** Tested once more, because a source is asked for less. */
  const saveAsSource = () => {
    form.setValue('capability', 'source', { shouldDirty: true })
    submit((values) => test.start(values, onSubmit))()
  }

  /** @returns whether the text is the address of a database, which then fills the form */
  const fillFrom = (text: string): boolean => {
    const address = parseConnectionAddress(type, text)
    if (!address) return false
    const filled = credentialFields.filter(
      ({ name, ...field }) => address[name] !== undefined && accepts(field, address[name]),
    )
    for (const { name } of filled) form.setValue(`credentials.${name}`, address[name] ?? '', FROM_ADDRESS)
    setFilledIn(filled.map(({ label }) => i18n._(fieldLabel(label))))
    return true
  }
  /** Whichever field it is pasted into. */
  const pasteAddress = (event: ClipboardEvent) => {
    if (fillFrom(event.clipboardData.getData('text/plain'))) event.preventDefault()
  }
  /** It may also be typed in place of the host, or be put there by the browser. */
  const leaveField = ({ target }: FocusEvent) => {
    if (target instanceof HTMLInputElement && target.name === 'credentials.host') fillFrom(target.value)
  }

  return (
    <FormProvider {...form}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: it hears of its fields, and is no control itself */}
      <form
        id={formId}
        className={styles['form']}
        noValidate
        onSubmit={submit((values) => test.start(values, onSubmit))}
        onPaste={pasteAddress}
        onBlur={leaveField}
      >
        <HelpLink page={helpPageOf(type)} label={row.label} />
        <SandboxNotice type={type} label={row.label} part="config" fields={row.fields} />
        <Field label={t`Name`} required error={formState.errors.name?.message}>
          <TextInput
            {...register('name', { validate: (name) => name.trim() !== '' || t`Name is required` })}
            autoComplete="off"
          />
        </Field>
        {row.capability === 'both' && (
          <div className={styles['use']}>
            <span className={styles['label']}>
              <Trans>Use as</Trans>
            </span>
            <Controller
              control={control}
              name="capability"
              render={({ field }) => <CapabilityChoice value={field.value} onChange={field.onChange} />}
            />
          </div>
        )}
        {!row.merged && row.integrations.length > 0 && <IntegrationField types={row.integrations} />}
        {credentialsDisabledReason && (
          <Callout title={<Trans>Your role may not change credentials</Trans>}>{credentialsDisabledReason}</Callout>
        )}
        <output className={styles['filled']}>
          {filledIn.length > 0 && <Trans>Filled in from the address: {filledIn.join(', ')}</Trans>}
        </output>
        <fieldset className={styles['credentials']} disabled={credentialsDisabledReason !== undefined}>
          <CatalogFields
            part="credentials"
            fields={credentialFields}
            stored={initial.storedCredentials}
            scheme={addressScheme(type)}
          />
        </fieldset>
        <CatalogFields part="config" fields={row.fields} stored={initial.config} />
      </form>
      <div className={styles['test']}>
        <Button
          icon={PlugZap}
          isBusy={test.isPending}
          disabledReason={cannotTest}
          onClick={submit((values) => test.start(values))}
        >
          <Trans>Test connection</Trans>
        </Button>
      </div>
      <div aria-live="polite" className={styles['outcome']}>
        <TestOutcome
          isPending={test.isPending}
          isOutOfDate={test.isOutOfDate}
          stages={test.stages}
          error={test.error}
          onTrust={trust}
        />
        {form.getValues('capability') === 'both' && !test.isPending && (
          <ReadOnlyCallout error={test.error} isSaving={isSaving} onSave={saveAsSource} />
        )}
        <SaveFailureCallout error={isSaving ? null : saveError} />
      </div>
      <div className={styles['actions']}>
        <LeaveButton />
        <Button isBusy={isSaving} disabledReason={disabledReason} onClick={submit(onSubmit)}>
          <Trans>Save anyway</Trans>
        </Button>
        <Button
          type="submit"
          form={formId}
          variant="primary"
          isBusy={isSaving || test.isPending}
          disabledReason={disabledReason ?? cannotTest}
        >
          <Trans>Test and save</Trans>
        </Button>
      </div>
    </FormProvider>
  )
}

const FROM_ADDRESS = { shouldDirty: true, shouldValidate: true }

const accepts = (field: Omit<CatalogField, 'name'>, value: string): boolean =>
  field.kind !== 'select' || field.options?.includes(value) === true

function CapabilityChoice({ value, onChange }: { value: Capability; onChange(capability: Capability): void }) {
  const { t } = useLingui()
  return (
    <SegmentedControl
      label={t`Use as`}
      value={value}
      options={[
        { value: 'both', label: t`Both` },
        { value: 'source', label: t`Source` },
        { value: 'destination', label: t`Destination` },
      ]}
      onChange={onChange}
    />
  )
}
