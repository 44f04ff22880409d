import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import { executesSql } from '../../../../core/catalog/connections/connection-types.ts'
import type { Flow, FlowConfig } from '../../../../core/flows/flow.ts'
import { withSqlHooks } from '../../../../core/flows/with-sql-hooks.ts'
import { Callout } from '../../../kit/callout/callout.tsx'
import { Field } from '../../../kit/field/field.tsx'
import { FormDialog } from '../../../kit/form-dialog/form-dialog.tsx'
import { useWriteDisabledReason } from '../../../queries/use-write-disabled-reason.ts'
import { SqlField } from '../sql/sql-field.tsx'

interface SqlHooksDialogProps {
  readonly flow: Flow
  readonly isReadOnly: boolean
  onSave(config: FlowConfig): void
  onClose(): void
}

const LONGEST = 50_000

/** The SQL that a run executes in the destination before the first row and after all of them. */
export function SqlHooksDialog({ flow, isReadOnly, onSave, onClose }: SqlHooksDialogProps) {
  const { t } = useLingui()
  const disabledReason = useWriteDisabledReason(flow)
  const { config, destinationConnection } = flow
  const [before, setBefore] = useState(config.sqlBefore ?? '')
  const [after, setAfter] = useState(config.sqlAfter ?? '')
  const isPossible = executesSql(destinationConnection?.type ?? '')
  const name = destinationConnection?.name ?? ''
  const tooLong = (sql: string) => (sql.length > LONGEST ? t`At most 50,000 characters` : undefined)
  const shared = { shape: 'script' as const, columns: undefined, errorAt: undefined, isReadOnly }
  return (
    <FormDialog
      size="lg"
      title={<Trans>SQL before and after</Trans>}
      description={t`Executed in “${name}”. Semicolons separate statements.`}
      submitLabel={<Trans>Save</Trans>}
      disabledReason={disabledReason}
      onSubmit={() => {
        if (tooLong(before) === undefined && tooLong(after) === undefined)
          onSave(withSqlHooks(config, { before, after }))
      }}
      onClose={onClose}
    >
      {!isPossible && (
        <Callout tone="warning">
          <Trans>Only PostgreSQL and MySQL execute SQL.</Trans>
        </Callout>
      )}
      <Field label={t`Before the first row`} hint={t`If it fails, nothing is moved.`} error={tooLong(before)}>
        <SqlField {...shared} value={before} onChange={setBefore} />
      </Field>
      <Field
        label={t`After all rows have arrived`}
        hint={t`If it fails, the rows stay. It may be executed twice.`}
        error={tooLong(after)}
      >
        <SqlField {...shared} value={after} onChange={setAfter} />
      </Field>
      <Callout>
        <Trans>Not executed by dry runs, previews and rejected rows. No passwords: who sees the flow sees it.</Trans>
      </Callout>
    </FormDialog>
  )
}
