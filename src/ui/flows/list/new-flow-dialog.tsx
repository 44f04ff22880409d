import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'

import type { Connection } from '../../../core/connections/connection.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import type { FlowEnd } from '../../connections/flow-end.ts'
import { errorText } from '../../errors/error-text.ts'
import { Callout } from '../../kit/callout/callout.tsx'
import { Field } from '../../kit/field/field.tsx'
import { FormDialog } from '../../kit/form-dialog/form-dialog.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { TextInput } from '../../kit/text-input/text-input.tsx'
import { useConnections } from '../../queries/use-connections.ts'
import { useCreateFlow } from '../../queries/use-flows.ts'
import { ConnectionChoice, connectionsFor } from './connection-choice.tsx'

const AddConnectionDialog = lazyNamed(
  () => import('../../connections/form/add-connection-dialog.tsx'),
  'AddConnectionDialog',
)

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
  const { register, control, handleSubmit, watch, setValue } = useForm<NewFlowValues>({
    defaultValues: { sourceId: '', destinationId: '', name: '' },
  })
  const [added, setAdded] = useState<FlowEnd>()
  const chosen = {
    source: watch('sourceId') || onlyOf(connections, 'source'),
    destination: watch('destinationId') || onlyOf(connections, 'destination'),
  }
  const nameOf = (id: string) => connections.find((connection) => connection.id === id)?.name
  const source = nameOf(chosen.source)
  const destination = nameOf(chosen.destination)
  const suggestion = source && destination ? t`${source} to ${destination}` : t`Untitled flow`

  const create = ({ name }: NewFlowValues) =>
    createFlow(
      {
        name: name.trim() || suggestion,
        sourceConnection: { id: chosen.source },
        destinationConnection: { id: chosen.destination },
      },
      { onSuccess: ({ id }) => void navigate({ to: '/floweditor/$id', params: { id } }) },
    )

  if (added) {
    const back = () => setAdded(undefined)
    return (
      <Suspense>
        <NewEnd
          end={added}
          onAdded={({ id }) => {
            setValue(FIELDS[added], id)
            back()
          }}
          onClose={back}
        />
      </Suspense>
    )
  }
  const end = (which: FlowEnd, label: string, missing: string) => (
    <Controller
      control={control}
      name={FIELDS[which]}
      rules={{ validate: () => chosen[which] !== '' || missing }}
      render={({ field: { onChange }, fieldState }) => (
        <Field label={label} required error={fieldState.error?.message}>
          <ConnectionChoice
            end={which}
            connections={connections}
            value={chosen[which]}
            onChange={onChange}
            onAdd={() => setAdded(which)}
          />
        </Field>
      )}
    />
  )
  return (
    <FormDialog
      title={<Trans>New flow</Trans>}
      onClose={onClose}
      submitLabel={<Trans>Create flow</Trans>}
      isBusy={isPending}
      disabledReason={disabledReason}
      onSubmit={handleSubmit(create)}
    >
      {end('source', t`Source`, t`Source is required`)}
      {end('destination', t`Destination`, t`Destination is required`)}
      <Field label={t`Name`}>
        <TextInput {...register('name')} placeholder={suggestion} autoComplete="off" />
      </Field>
      {error && <Callout tone="danger">{errorText(i18n, error)}</Callout>}
    </FormDialog>
  )
}

const FIELDS = { source: 'sourceId', destination: 'destinationId' } as const

interface NewEndProps {
  readonly end: FlowEnd
  onAdded(connection: Connection): void
  onClose(): void
}

/** Adds the connection that is missing, in place of the dialog of the flow. */
function NewEnd({ end, onAdded, onClose }: NewEndProps) {
  const [type, setType] = useState<string>()
  return <AddConnectionDialog end={end} type={type} onPick={setType} onAdded={onAdded} onClose={onClose} />
}

/** The only one there is; empty if there is a choice. */
function onlyOf(connections: readonly Connection[], end: FlowEnd): string {
  const [only, ...others] = connectionsFor(connections, end)
  return only && others.length === 0 ? only.id : ''
}
