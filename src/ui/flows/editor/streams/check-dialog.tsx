import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import { CHECK_TYPES, type CheckType, type DataCheck } from '../../../../core/catalog/checks/data-checks.ts'
import { executesSql } from '../../../../core/catalog/connections/connection-types.ts'
import { type CheckForm, checkForm, readCheckForm } from '../../../../core/flows/streams/check-form.ts'
import { useCheckNames } from '../../../catalog/use-check-names.ts'
import { FormDialog } from '../../../kit/form-dialog/form-dialog.tsx'
import { CheckFields } from './check-fields.tsx'
import { Choice } from './choice.tsx'

interface CheckDialogProps {
  readonly id: string
  /** Absent: a new one. */
  readonly check?: DataCheck
  readonly entity: string
  readonly columns: readonly string[]
  readonly destinationType: string
  onSave(check: DataCheck): void
  onClose(): void
}

/** Only databases can look into another table. */
const offeredTo = (destinationType: string): readonly CheckType[] =>
  CHECK_TYPES.filter((type) => type !== 'foreign_key' || executesSql(destinationType))

/** One check of a table. */
export function CheckDialog({ id, check, entity, columns, destinationType, onSave, onClose }: CheckDialogProps) {
  const { t } = useLingui()
  const typeNames = useCheckNames()
  const [form, setForm] = useState<CheckForm>(() => checkForm(check))
  const [isTried, setTried] = useState(false)
  const read = readCheckForm(id, form)
  const change = (changes: Partial<CheckForm>) => setForm((before) => ({ ...before, ...changes }))
  const types = offeredTo(destinationType)
  return (
    <FormDialog
      size="md"
      title={check ? <Trans>Change a check</Trans> : <Trans>Add a check</Trans>}
      description={entity}
      submitLabel={check ? <Trans>Change</Trans> : <Trans>Add</Trans>}
      onSubmit={() => {
        setTried(true)
        if ('check' in read) onSave(read.check)
      }}
      onClose={onClose}
    >
      <Choice
        label={t`What must be true`}
        value={form.type}
        isOff={false}
        options={types.map((type) => ({ value: type, label: typeNames[type] }))}
        onChoose={(type) => change({ type })}
      />
      <CheckFields
        form={form}
        problems={isTried && 'problems' in read ? read.problems : {}}
        columns={columns}
        isByDestination={executesSql(destinationType)}
        onChange={change}
      />
      <Choice
        label={t`If it is not true`}
        value={form.severity}
        isOff={false}
        options={[
          { value: 'fail', label: t`Stop; the old rows stay` },
          { value: 'warn', label: t`Warn; readers see the new rows` },
        ]}
        onChoose={(severity) => change({ severity })}
      />
    </FormDialog>
  )
}
