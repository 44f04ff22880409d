import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import { defined } from '../../../core/catalog/defined.ts'
import type { Flow, FlowConfig } from '../../../core/flows/flow.ts'
import { errorText } from '../../errors/error-text.ts'
import { Callout } from '../../kit/callout/callout.tsx'
import { Field } from '../../kit/field/field.tsx'
import { FormDialog } from '../../kit/form-dialog/form-dialog.tsx'
import { Select } from '../../kit/select/select.tsx'
import { useWorkerClasses } from '../../queries/use-worker-classes.ts'
import { useWriteDisabledReason } from '../../queries/use-write-disabled-reason.ts'

interface WorkersDialogProps {
  readonly flow: Flow
  readonly isBusy?: boolean
  /** The reason why it could not be saved. */
  readonly error?: unknown
  onSave(config: FlowConfig): void
  onClose(): void
}

/** Which workers take the runs of a flow. */
export function WorkersDialog({ flow, isBusy = false, error, onSave, onClose }: WorkersDialogProps) {
  const { t, i18n } = useLingui()
  const disabledReason = useWriteDisabledReason(flow)
  const { workerClass: known = '', ...rest } = flow.config
  const [chosen, choose] = useState(known)
  const live = useWorkerClasses()
  const classes = [...new Set([...live, ...(known === '' ? [] : [known])])]
  return (
    <FormDialog
      title={<Trans>Workers</Trans>}
      description={flow.name}
      onClose={onClose}
      submitLabel={<Trans>Save</Trans>}
      isBusy={isBusy}
      disabledReason={disabledReason}
      onSubmit={() => onSave({ ...rest, ...defined({ workerClass: chosen === '' ? undefined : chosen }) })}
    >
      <Field label={t`Workers that take the runs`}>
        <Select
          value={chosen}
          options={[
            { value: '', label: t`Those without a class` },
            ...classes.map((name) => ({ value: name, label: t`Only the class “${name}”` })),
          ]}
          onChange={({ target }) => choose(target.value)}
        />
      </Field>
      {chosen !== '' && !live.includes(chosen) && (
        <Callout tone="warning">
          <Trans>Runs wait: no worker of this class runs.</Trans>
        </Callout>
      )}
      {error !== undefined && error !== null && <Callout tone="danger">{errorText(i18n, error)}</Callout>}
    </FormDialog>
  )
}
