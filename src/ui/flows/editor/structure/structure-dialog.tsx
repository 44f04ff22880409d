import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import { canCopyStructure, type StructurePolicy } from '../../../../core/catalog/policies/structure-policies.ts'
import type { Flow, FlowConfig } from '../../../../core/flows/flow.ts'
import { withStructure } from '../../../../core/flows/with-structure.ts'
import { Callout } from '../../../kit/callout/callout.tsx'
import { Field } from '../../../kit/field/field.tsx'
import { FormDialog } from '../../../kit/form-dialog/form-dialog.tsx'
import { SegmentedControl } from '../../../kit/segmented-control/segmented-control.tsx'
import { useWriteDisabledReason } from '../../../queries/use-write-disabled-reason.ts'
import { PlannedStructure } from './planned-structure.tsx'

interface StructureDialogProps {
  readonly flow: Flow
  readonly isReadOnly: boolean
  onSave(config: FlowConfig): void
  onClose(): void
}

/** Whether the structure of the source comes with its rows, and what of it can. */
export function StructureDialog({ flow, isReadOnly, onSave, onClose }: StructureDialogProps) {
  const { t } = useLingui()
  const disabledReason = useWriteDisabledReason(flow)
  const [policy, setPolicy] = useState<StructurePolicy>(flow.config.structure ?? 'rows')
  const { sourceConnection: source, destinationConnection: destination } = flow
  const isPossible = canCopyStructure(source?.type ?? '', destination?.type ?? '')
  return (
    <FormDialog
      size="lg"
      title={<Trans>Structure</Trans>}
      description={t`Tables that this flow creates can get what the source knows about them besides rows. Tables that existed before are never changed.`}
      submitLabel={<Trans>Save</Trans>}
      disabledReason={disabledReason}
      onSubmit={() => onSave(withStructure(flow.config, policy))}
      onClose={onClose}
    >
      {!isPossible && (
        <Callout tone="warning">
          <Trans>
            The structure comes from PostgreSQL to PostgreSQL, from MySQL to MySQL, and from MySQL to PostgreSQL.
          </Trans>
        </Callout>
      )}
      <Field label={t`What comes along`}>
        <SegmentedControl<StructurePolicy>
          label={t`What comes along`}
          value={policy}
          options={[
            { value: 'rows', label: <Trans>Rows, columns and keys</Trans>, isDisabled: isReadOnly },
            { value: 'all', label: <Trans>The structure too</Trans>, isDisabled: isReadOnly || !isPossible },
          ]}
          onChange={setPolicy}
        />
      </Field>
      {policy === 'all' && isPossible && (
        <>
          <p>
            <Trans>
              Indexes, constraints, foreign keys, defaults, automatic numbers, views and comments are built after the
              rows have arrived. A flow without chosen tables moves views as views. What you drop there comes back with
              the next run.
            </Trans>
          </p>
          <PlannedStructure flow={flow} />
        </>
      )}
    </FormDialog>
  )
}
