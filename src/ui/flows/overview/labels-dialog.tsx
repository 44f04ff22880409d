import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import { defined } from '../../../core/catalog/defined.ts'
import type { Flow, FlowChange, FlowOwner } from '../../../core/flows/flow.ts'
import { tagsFrom } from '../../../core/flows/tags-from.ts'
import { errorText } from '../../errors/error-text.ts'
import { Callout } from '../../kit/callout/callout.tsx'
import { Field } from '../../kit/field/field.tsx'
import { FormDialog } from '../../kit/form-dialog/form-dialog.tsx'
import { Select } from '../../kit/select/select.tsx'
import { TextInput } from '../../kit/text-input/text-input.tsx'
import { usePeople } from '../../queries/use-people.ts'
import { useWriteDisabledReason } from '../../queries/use-write-disabled-reason.ts'

interface LabelsDialogProps {
  readonly flow: Flow
  readonly isBusy: boolean
  /** The reason why it could not be saved. */
  readonly error: unknown
  onSave(change: FlowChange): void
  onClose(): void
}

/** Whom to ask about a flow, and the words by which it is found. */
export function LabelsDialog({ flow, isBusy, error, onSave, onClose }: LabelsDialogProps) {
  const { t, i18n } = useLingui()
  const disabledReason = useWriteDisabledReason(flow)
  const { data: people = [] } = usePeople()
  const known = flow.owner?.uid ?? ''
  const [owner, setOwner] = useState(known)
  const [tags, setTags] = useState((flow.tags ?? []).join(', '))
  const options = people.flatMap(({ uid, displayName, email }) =>
    typeof uid === 'string' ? { value: uid, label: displayName ?? email ?? uid } : [],
  )
  const isListed = options.some(({ value }) => value === known)
  return (
    <FormDialog
      title={<Trans>Owner and tags</Trans>}
      description={flow.name}
      submitLabel={<Trans>Save</Trans>}
      isBusy={isBusy}
      disabledReason={disabledReason}
      onSubmit={() => onSave(defined({ owner: ownerAfter(known, owner), tags: tagsFrom(tags) }))}
      onClose={onClose}
    >
      <Field label={t`Owner`}>
        <Select
          value={owner}
          options={[
            { value: '', label: t`Nobody` },
            ...(known !== '' && !isListed ? [{ value: known, label: flow.owner?.name ?? known }] : []),
            ...options,
          ]}
          onChange={(event) => setOwner(event.target.value)}
        />
      </Field>
      <Field label={t`Tags`} hint={t`Separated by commas`}>
        <TextInput value={tags} autoComplete="off" onChange={(event) => setTags(event.target.value)} />
      </Field>
      {error !== undefined && error !== null && <Callout tone="danger">{errorText(i18n, error)}</Callout>}
    </FormDialog>
  )
}

/** Null for nobody; nothing if it stays. */
const ownerAfter = (known: string, chosen: string): FlowOwner | null | undefined => {
  if (chosen === known) return undefined
  return chosen === '' ? null : { uid: chosen }
}
