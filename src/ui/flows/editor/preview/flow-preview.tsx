import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import type { Connection } from '../../../../core/connections/connection.ts'
import type { Column, Entity } from '../../../../core/connections/entity.ts'
import type { Flow } from '../../../../core/flows/flow.ts'
import type { Previewed } from '../../../../core/transformations/previewed.ts'
import type { StepReview } from '../../../../core/transformations/review-steps.ts'
import { wantedRows } from '../../../../core/transformations/wanted-rows.ts'
import { useDisabledReason } from '../../../access/use-disabled-reason.ts'
import { EntityRows } from '../../../connections/entities/entity-rows.tsx'
import { Select } from '../../../kit/select/select.tsx'
import { useEntities } from '../../../queries/use-connections.ts'
import { useIsOffered } from '../../../services/use-is-offered.ts'
import { stepIdOf } from '../canvas/canvas-nodes.ts'
import { ChosenRows } from './chosen-rows.tsx'
import type { Setting } from './step-place.tsx'
import styles from './step-preview.module.css'
import { StepPreview } from './step-preview.tsx'
import { useWantedRows } from './use-wanted-rows.ts'
import { WantedRowsField } from './wanted-rows-field.tsx'

interface FlowPreviewProps {
  readonly flow: Flow
  /** The selected node. */
  readonly node: string | undefined
  readonly reviews: ReadonlyMap<string, StepReview>
  /** Undefined until the source has been read. */
  readonly entities: readonly Entity[] | undefined
  readonly sql: Setting
  onPreviewed(previewed: Previewed): void
}

/** Rows at the selected node: at the source, around a step, or at the destination. */
export function FlowPreview({ node, ...shown }: FlowPreviewProps) {
  const { flow } = shown
  const { transformations } = flow.config
  const stepId = node === undefined ? undefined : stepIdOf(node)
  const step = node === 'destination' ? transformations.at(-1) : transformations.find(({ id }) => id === stepId)
  return (
    <div className={styles['room']}>
      {step ? (
        <StepPreview key={step.id} step={step} {...shown} />
      ) : node === undefined ? (
        <p className={styles['note']}>
          <Trans>Select a node.</Trans>
        </p>
      ) : (
        <SourceRows flow={flow} />
      )}
    </div>
  )
}

/** The rows of one of the flow's tables. */
function SourceRows({ flow }: { readonly flow: Flow }) {
  const { sourceConnection, config } = flow
  const { t } = useLingui()
  const disabledReason = useDisabledReason('connection.test')
  const [chosen, setChosen] = useState<string>()
  const connection = { id: sourceConnection?.id ?? '', type: sourceConnection?.type ?? '' }
  const { data: entities } = useEntities(connection, sourceConnection !== undefined)
  const known = entities?.map(({ name }) => name) ?? []
  const tables = config.streams.length > 0 ? config.streams.map(({ entity }) => entity) : known
  const table = tables.find((name) => name === chosen) ?? tables[0]
  if (!sourceConnection || disabledReason !== undefined) {
    return <p className={styles['note']}>{disabledReason ?? <Trans>Choose a source first.</Trans>}</p>
  }
  if (table === undefined) return null
  const columns = entities?.find(({ name }) => name === table)?.columns ?? []
  return (
    <section className={styles['preview']} aria-label={t`Preview`}>
      {tables.length > 1 && (
        <Select
          aria-label={t`Rows of`}
          className={styles['table']}
          value={table}
          options={tables.map((name) => ({ value: name, label: name }))}
          onChange={({ target }) => setChosen(target.value)}
        />
      )}
      <TableRows key={table} {...{ flow, connection, table, columns }} />
    </section>
  )
}

interface TableRowsProps {
  readonly flow: Flow
  readonly connection: Pick<Connection, 'id' | 'type'>
  readonly table: string
  readonly columns: readonly Column[]
}

/** The first rows of a table, or those that a condition chooses. */
function TableRows({ flow, connection, table, columns }: TableRowsProps) {
  const [text, setText] = useWantedRows(flow.id, table)
  const mayChoose = useDisabledReason('flow.write') === undefined
  const isOffered = useIsOffered('previewFlow')
  const where = wantedRows(text, columns)
  if (!mayChoose || !isOffered) return <EntityRows connection={connection} entity={table} />
  if (where !== undefined) return <ChosenRows {...{ flow, table, where, text }} onChange={setText} />
  return (
    <>
      <WantedRowsField text={text} error={undefined} onChange={setText} />
      <EntityRows connection={connection} entity={table} />
    </>
  )
}
