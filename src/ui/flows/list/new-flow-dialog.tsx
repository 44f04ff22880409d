import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'

import type { Connection } from '../../../core/connections/connection.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { type FlowEnd, fitsEnd } from '../../connections/flow-end.ts'
import { errorText } from '../../errors/error-text.ts'
import { Callout } from '../../kit/callout/callout.tsx'
import { Field } from '../../kit/field/field.tsx'
import { FormDialog } from '../../kit/form-dialog/form-dialog.tsx'
import { Select } from '../../kit/select/select.tsx'
import { TextInput } from '../../kit/text-input/text-input.tsx'
import { useConnections } from '../../queries/use-connections.ts'
import { useCreateFlow } from '../../queries/use-flows.ts'

interface NewFlowValues {
  readonly sourceId: string
  readonly destinationId: string
  readonly name: string
}

/** Source and destination of a flow; all other settings are made in the editor. */
export function NewFlowDialog({ onClose }: { onClose(): void }) {
  const { t, i18n } = useLingui()
  const disabledReason = useDisabledReason('flow.write')
  const navigate = useNavigate()
  const { data: connections = [] } = useConnections()
  const { mutate: createFlow, isPending, error } = useCreateFlow()
  const { register, handleSubmit, formState, watch } = useForm<NewFlowValues>({
    defaultValues: {
      sourceId: onlyOf(connections, 'source'),
      destinationId: onlyOf(connections, 'destination'),
      name: '',
    },
  })
  const nameOf = (id: string) => connections.find((connection) => connection.id === id)?.name
  const source = nameOf(watch('sourceId'))
  const destination = nameOf(watch('destinationId'))
  const suggestion = source && destination ? t`${source} to ${destination}` : t`Untitled flow`

  const create = ({ sourceId, destinationId, name }: NewFlowValues) =>
    createFlow(
      {
        name: name.trim() || suggestion,
        sourceConnection: { id: sourceId },
        destinationConnection: { id: destinationId },
      },
      { onSuccess: ({ id }) => void navigate({ to: '/floweditor/$id', params: { id } }) },
    )

  return (
    <FormDialog
      title={<Trans>New flow</Trans>}
      description={<Trans>Choose what to move, and where to. You choose tables in the next step.</Trans>}
      onClose={onClose}
      submitLabel={<Trans>Create flow</Trans>}
      isBusy={isPending}
      disabledReason={disabledReason}
      onSubmit={handleSubmit(create)}
    >
      <Field
        label={t`Source`}
        required
        error={formState.errors.sourceId?.message}
        hint={<Missing end="source" connections={connections} />}
      >
        <Select
          {...register('sourceId', { validate: (id) => id !== '' || t`Source is required` })}
          placeholder={t`Choose a source`}
          options={optionsOf(connections, 'source')}
        />
      </Field>
      <Field
        label={t`Destination`}
        required
        error={formState.errors.destinationId?.message}
        hint={<Missing end="destination" connections={connections} />}
      >
        <Select
          {...register('destinationId', { validate: (id) => id !== '' || t`Destination is required` })}
          placeholder={t`Choose a destination`}
          options={optionsOf(connections, 'destination')}
        />
      </Field>
      <Field label={t`Name`}>
        <TextInput {...register('name')} placeholder={suggestion} autoComplete="off" />
      </Field>
      {error && <Callout tone="danger">{errorText(i18n, error)}</Callout>}
    </FormDialog>
  )
}

const optionsOf = (connections: readonly Connection[], end: 'source' | 'destination') =>
  connections.filter((connection) => fitsEnd(connection, end)).map(({ id, name }) => ({ value: id, label: name }))

/** The only one there is; empty if there is a choice. */
function onlyOf(connections: readonly Connection[], end: FlowEnd): string {
  const [only, ...others] = optionsOf(connections, end)
  return only && others.length === 0 ? only.value : ''
}

function Missing({ end, connections }: { end: 'source' | 'destination'; connections: readonly Connection[] }) {
  if (connections.some((connection) => fitsEnd(connection, end))) return null
  return end === 'source' ? (
    <Trans>
      There is no source yet.{' '}
      <Link to="/sources" search={{ dialog: 'add' }}>
        Add one
      </Link>
    </Trans>
  ) : (
    <Trans>
      There is no destination yet.{' '}
      <Link to="/destinations" search={{ dialog: 'add' }}>
        Add one
      </Link>
    </Trans>
  )
}
