import { Trans, useLingui } from '@lingui/react/macro'
import { CONNECTION_TYPES, type ConnectionType } from '../../../core/catalog/connections/connection-types.ts'
import type { Connection } from '../../../core/connections/connection.ts'
import { connectionTypeOf, isConnectionType } from '../../../core/connections/connection-type-of.ts'
import { TypePicker } from '../../catalog/type-picker.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { useAddConnection } from '../../queries/use-connection-changes.ts'
import { TryStandIn } from '../../sample-data/try-stand-in.tsx'
import { type FlowEnd, mayFitEnd } from '../flow-end.ts'
import { useConnectionDisabledReason } from '../use-connection-disabled-reason.ts'
import { draftOf, toUnsaved } from './connection-draft.ts'
import { ConnectionForm } from './connection-form.tsx'

interface AddConnectionDialogProps {
  readonly end: FlowEnd
  /** The selected type; without one the selection is shown. */
  readonly type: string | undefined
  onPick(type: string): void
  onAdded(connection: Connection): void
  onClose(): void
}

export function AddConnectionDialog({ end, type, onPick, onAdded, onClose }: AddConnectionDialogProps) {
  const { t } = useLingui()
  const disabledReasonOf = useConnectionDisabledReason('create')
  // A link may name a type that only the other page offers.
  if (type !== undefined && isConnectionType(type) && mayFitEnd(CONNECTION_TYPES[type].capability, end)) {
    return <NewConnection end={end} type={type} onAdded={onAdded} onClose={onClose} />
  }
  const types = Object.entries(CONNECTION_TYPES)
    .filter(([, row]) => mayFitEnd(row.capability, end))
    .map(([name, { label }]) => ({ type: name, label, hint: hintOf(name) }))
  return (
    <Dialog size="lg" title={end === 'source' ? t`Add a source` : t`Add a destination`} onClose={onClose}>
      <TypePicker
        types={types}
        disabledReasonOf={disabledReasonOf}
        onPick={onPick}
        besideOf={(name) =>
          isConnectionType(name) && (
            <TryStandIn type={name} capability={end} label={CONNECTION_TYPES[name].label} onAdded={onAdded} />
          )
        }
      />
    </Dialog>
  )
}

const hintOf = (type: string) => {
  switch (connectionTypeOf(type).capability) {
    case 'both':
      return <Trans>Source and destination</Trans>
    case 'source':
      return <Trans>Source</Trans>
    case 'destination':
      return <Trans>Destination</Trans>
  }
}

interface NewConnectionProps extends Omit<AddConnectionDialogProps, 'type' | 'onPick'> {
  readonly type: ConnectionType
}

function NewConnection({ end, type, onAdded, onClose }: NewConnectionProps) {
  const { t } = useLingui()
  const { mutate: addConnection, isPending, error } = useAddConnection()
  const disabledReason = useConnectionDisabledReason('create')(type)
  const { label, capability } = connectionTypeOf(type)
  return (
    <Dialog title={end === 'source' ? t`New ${label} source` : t`New ${label} destination`} onClose={onClose}>
      <ConnectionForm
        type={type}
        // The page says what it is for; an account that only reads would fail as both.
        initial={{ capability: capability === 'both' ? end : capability }}
        isSaving={isPending}
        saveError={error}
        disabledReason={disabledReason}
        toUnsaved={(values) => toUnsaved(type, values)}
        onSubmit={(values) => addConnection(draftOf(type, values), { onSuccess: onAdded })}
      />
    </Dialog>
  )
}
