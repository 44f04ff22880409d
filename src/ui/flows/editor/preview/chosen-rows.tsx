import { useLingui } from '@lingui/react/macro'

import { dollarsPerRequest } from '../../../../core/catalog/connections/connection-types.ts'
import type { Flow } from '../../../../core/flows/flow.ts'
import { WHERE_STEP } from '../../../../core/flows/flow-preview.ts'
import { PricedLook } from '../../../connections/entities/priced-look.tsx'
import { ErrorState } from '../../../errors/error-state.tsx'
import { useServerText } from '../../../i18n/use-server-text.ts'
import { SampleTable } from '../../../kit/sample-table/sample-table.tsx'
import { SkeletonRows } from '../../../kit/skeleton/skeleton.tsx'
import { SampleNote } from './sample-note.tsx'
import styles from './step-preview.module.css'
import { useFlowPreview } from './use-flow-preview.ts'
import { WantedRowsField } from './wanted-rows-field.tsx'

interface ChosenRowsProps {
  readonly flow: Flow
  readonly table: string
  readonly where: string
  /** As the person has written the condition. */
  readonly text: string
  onChange(text: string): void
}

const nobody = () => undefined

/** The rows of a table that a condition chooses. */
export function ChosenRows({ flow: { config, sourceConnection }, table, where, text, onChange }: ChosenRowsProps) {
  const { t } = useLingui()
  const serverText = useServerText()
  const type = sourceConnection?.type ?? ''
  const price = dollarsPerRequest(type)
  const wanted = { sourceId: sourceConnection?.id ?? '', stream: table, steps: NO_STEPS, config, where }
  const { preview, isStale, isAsking, error, ask } = useFlowPreview(wanted, price === 0, nobody)
  const wrong = preview?.steps.find(({ id }) => id === WHERE_STEP)?.error
  const [rows] = wrong ? [] : (preview?.steps ?? [])
  return (
    <>
      <WantedRowsField key={text} text={text} error={wrong && serverText.message(wrong)} onChange={onChange} />
      {error !== null && <ErrorState title={t`The rows could not be read`} error={error} onRetry={ask} />}
      {price > 0 && error === null && (isStale || !preview) && (
        <PricedLook price={price} isBusy={isAsking} onLook={ask} />
      )}
      {!preview && error === null && price === 0 && <SkeletonRows count={3} />}
      {preview && rows && (
        <>
          {rows.rows.length > 0 && (
            <SampleTable label={t`Rows of ${table}`} columns={rows.columns} rows={rows.rows} isStale={isStale} />
          )}
          <p className={styles['note']}>
            <SampleNote {...{ table, type, where, preview }} />
          </p>
        </>
      )}
    </>
  )
}

const NO_STEPS = [] as const
