import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import type { BatchChange } from '../../../core/batches/batch.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { errorText } from '../../errors/error-text.ts'
import { Callout } from '../../kit/callout/callout.tsx'
import { Checkbox } from '../../kit/checkbox/checkbox.tsx'
import { Field } from '../../kit/field/field.tsx'
import { FormDialog } from '../../kit/form-dialog/form-dialog.tsx'
import { TextInput } from '../../kit/text-input/text-input.tsx'
import { knownTags } from './flow-tags.ts'

interface BatchTagsDialogProps {
  /** How many flows. */
  readonly title: string
  readonly flows: readonly Flow[]
  readonly isBusy: boolean
  readonly error: unknown
  onSave(change: BatchChange): void
  onClose(): void
}

/** Gives tags to many flows, and takes those away that some of them have. */
export function BatchTagsDialog({ title, flows, isBusy, error, onSave, onClose }: BatchTagsDialogProps) {
  const { t, i18n } = useLingui()
  const [typed, setTyped] = useState('')
  const [removed, setRemoved] = useState<readonly string[]>([])
  const known = knownTags(flows)
  const added = typed.split(',').flatMap((word) => word.trim() || [])
  const toggle = (tag: string) =>
    setRemoved(removed.includes(tag) ? removed.filter((one) => one !== tag) : [...removed, tag])
  return (
    <FormDialog
      title={<Trans>Tags</Trans>}
      description={title}
      onClose={onClose}
      submitLabel={<Trans>Save</Trans>}
      isBusy={isBusy}
      disabledReason={added.length + removed.length === 0 ? t`Nothing is changed` : undefined}
      onSubmit={() => onSave({ addTags: added, removeTags: removed })}
    >
      <Field label={t`Add tags`} hint={t`Separated by commas`}>
        <TextInput value={typed} autoComplete="off" onChange={({ target }) => setTyped(target.value)} />
      </Field>
      {known.length > 0 && (
        <fieldset>
          <legend>
            <Trans>Remove tags</Trans>
          </legend>
          {known.map((tag) => (
            <Checkbox key={tag} label={tag} checked={removed.includes(tag)} onChange={() => toggle(tag)} />
          ))}
        </fieldset>
      )}
      {error !== undefined && error !== null && <Callout tone="danger">{errorText(i18n, error)}</Callout>}
    </FormDialog>
  )
}
