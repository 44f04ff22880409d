import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { PUBLISHING, type Publishing } from '../../../core/catalog/publishing.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { ActionError } from '../../errors/action-error.tsx'
import { usePublishingNames } from '../../i18n/use-publishing-names.ts'
import { Field } from '../../kit/field/field.tsx'
import { FormDialog } from '../../kit/form-dialog/form-dialog.tsx'
import { Select } from '../../kit/select/select.tsx'
import { useWriteDisabledReason } from '../../queries/use-write-disabled-reason.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'
import { useFlowReload } from './use-publish-flow.ts'

interface FlowPublishingDialogProps {
  readonly flow: Flow
  onClose(): void
}

/** When edits of this flow are used by its runs. */
export function FlowPublishingDialog({ flow, onClose }: FlowPublishingDialogProps) {
  const { t } = useLingui()
  const names = usePublishingNames()
  const { setFlowPublishing } = useServices()
  const [chosen, choose] = useState<Publishing | ''>(flow.publishing ?? '')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => unwrap(setFlowPublishing(flow.id, chosen === '' ? null : chosen)),
    onSuccess: onClose,
    onSettled: useFlowReload(flow),
  })
  return (
    <FormDialog
      size="sm"
      title={<Trans>When edits go live</Trans>}
      submitLabel={<Trans>Save</Trans>}
      isBusy={isPending}
      disabledReason={useWriteDisabledReason(flow)}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <Field label={t`Edits of this flow`}>
        <Select
          value={chosen}
          onChange={(event) => choose(event.target.value as Publishing | '')}
          options={[
            { value: '', label: t`As in the organization` },
            ...PUBLISHING.map((value) => ({ value, label: names[value] })),
          ]}
        />
      </Field>
      <ActionError error={error} />
    </FormDialog>
  )
}
