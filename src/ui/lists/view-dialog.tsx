import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import { defined } from '../../core/catalog/defined.ts'
import type { ViewedList } from '../../core/catalog/saved-views.ts'
import type { SavedView } from '../../core/views/saved-view.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { errorText } from '../errors/error-text.ts'
import { Callout } from '../kit/callout/callout.tsx'
import { Checkbox } from '../kit/checkbox/checkbox.tsx'
import { Field } from '../kit/field/field.tsx'
import { FormDialog } from '../kit/form-dialog/form-dialog.tsx'
import { TextInput } from '../kit/text-input/text-input.tsx'
import { useSaveView } from '../queries/use-views.ts'

interface ViewDialogProps {
  readonly list: ViewedList
  /** Absent: a new one. */
  readonly view: SavedView | undefined
  readonly search: SavedView['search']
  onSaved(view: SavedView): void
  onClose(): void
}

/** The name of a view, and whether everybody has it. */
export function ViewDialog({ list, view, search, onSaved, onClose }: ViewDialogProps) {
  const { t, i18n } = useLingui()
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(view?.isShared ?? false)
  const shareDisabledReason = useDisabledReason('flow.write')
  const { mutate: save, isPending, error } = useSaveView()
  const submit = () =>
    save(defined({ id: view?.id, view: { list, name: name.trim(), isShared, search } }), {
      onSuccess: (saved) => {
        onClose()
        if (!view) onSaved(saved)
      },
    })
  return (
    <FormDialog
      title={view ? <Trans>Rename or share</Trans> : <Trans>Save as a view</Trans>}
      submitLabel={<Trans>Save</Trans>}
      isBusy={isPending}
      disabledReason={name.trim() === '' ? t`Name is required` : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t`Name`}>
        <TextInput value={name} autoComplete="off" onChange={({ target }) => setName(target.value)} />
      </Field>
      <span {...defined({ 'data-tooltip': shareDisabledReason })}>
        <Checkbox
          label={t`Shared with the organization`}
          checked={isShared}
          disabled={shareDisabledReason !== undefined}
          onChange={setShared}
        />
      </span>
      {error && <Callout tone="danger">{errorText(i18n, error)}</Callout>}
    </FormDialog>
  )
}
