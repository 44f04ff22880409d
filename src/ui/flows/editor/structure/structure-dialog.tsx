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
      description={t`Only for tables that this flow creates.`}
      submitLabel={<Trans>Save</Trans>}
      disabledReason={disabledReason}
      onSubmit={() => onSave(withStructure(flow.config, policy))}
      onClose={onClose}
    >
      {!isPossible && (
        <Callout tone="warning">
          <Trans>Only from PostgreSQL or MySQL to PostgreSQL, or MySQL to MySQL.</Trans>
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
              Indexes, constraints, defaults, automatic numbers, views, comments. The next run brings back what you
              drop.
            </Trans>
          </p>
          <PlannedStructure flow={flow} />
        </>
      )}
    </FormDialog>
  )
}
