import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import type { BatchChange } from '../../../core/batches/batch.ts'
import { errorText } from '../../errors/error-text.ts'
import { Callout } from '../../kit/callout/callout.tsx'
import { Field } from '../../kit/field/field.tsx'
import { FormDialog } from '../../kit/form-dialog/form-dialog.tsx'
import { Select } from '../../kit/select/select.tsx'
import { usePeople } from '../../queries/use-people.ts'

interface BatchOwnerDialogProps {
  /** How many flows. */
  readonly title: string
  readonly isBusy: boolean
  readonly error: unknown
  onSave(change: BatchChange): void
  onClose(): void
}

const NOBODY = 'nobody'

/** Gives many flows one owner. */
export function BatchOwnerDialog({ title, isBusy, error, onSave, onClose }: BatchOwnerDialogProps) {
  const { t, i18n } = useLingui()
  const { data: people = [] } = usePeople()
  const [owner, setOwner] = useState('')
  const options = people.flatMap(({ uid, displayName, email }) =>
    typeof uid === 'string' ? { value: uid, label: displayName ?? email ?? uid } : [],
  )
  return (
    <FormDialog
      title={<Trans>Owner</Trans>}
      description={title}
      submitLabel={<Trans>Save</Trans>}
      isBusy={isBusy}
      disabledReason={owner === '' ? t`Choose an owner` : undefined}
      onSubmit={() => onSave({ owner: owner === NOBODY ? null : { uid: owner } })}
      onClose={onClose}
    >
      <Field label={t`Owner`}>
        <Select
          value={owner}
          placeholder={t`Choose an owner`}
          options={[...options, { value: NOBODY, label: t`Nobody` }]}
          onChange={({ target }) => setOwner(target.value)}
        />
      </Field>
      {error !== undefined && error !== null && <Callout tone="danger">{errorText(i18n, error)}</Callout>}
    </FormDialog>
  )
}
