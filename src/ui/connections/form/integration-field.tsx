import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useFormContext } from 'react-hook-form'
import { Field } from '../../kit/field/field.tsx'
import { Select } from '../../kit/select/select.tsx'
import { useIntegrations } from '../../queries/use-integrations.ts'
import type { ConnectionValues } from './connection-values.ts'

/** The credentials of a connection, for types without their own. */
export function IntegrationField({ types }: { types: readonly string[] }) {
  const { t } = useLingui()
  const { data: integrations = [] } = useIntegrations()
  const { register, formState } = useFormContext<ConnectionValues>()
  const fitting = integrations.filter(({ type }) => types.includes(type))
  return (
    <Field
      label={t`Integration`}
      required
      error={formState.errors.integrationId?.message}
      hint={
        <Link to="/integrations">
          <Trans>Manage integrations</Trans>
        </Link>
      }
    >
      <Select
        {...register('integrationId', {
          validate: (id) => id !== '' || t`Integration ID is required for this connection type`,
        })}
        placeholder={t`Choose an integration`}
        options={fitting.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Field>
  )
}
