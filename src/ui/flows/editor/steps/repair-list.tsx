import { Trans, useLingui } from '@lingui/react/macro'
import { Wand2 } from 'lucide'
import { useRef } from 'react'

import type { FlowConfig, FlowConnection } from '../../../../core/flows/flow.ts'
import { withOther, withoutMissing } from '../../../../core/mends/missing/mend-flow.ts'
import type { MissingObject } from '../../../../core/mends/missing/missing-object.ts'
import { TableChanges } from '../../../connections/entities/table-changes.tsx'
import { Button } from '../../../kit/button/button.tsx'
import { Select } from '../../../kit/select/select.tsx'
import { useLookAgain } from '../../../queries/use-refusals.ts'
import { RefusedItem } from './refused-item.tsx'
import styles from './repair-list.module.css'
import { useRepairTexts } from './use-repair-texts.ts'
import type { FlowRepairs } from './use-repairs.ts'

interface RepairListProps extends FlowRepairs {
  readonly config: FlowConfig
  readonly source: FlowConnection | undefined
  readonly isReadOnly: boolean
  onMend(config: FlowConfig): void
}

/** Objects that the flow refers to and its source no longer has, each with its fixes. */
export function RepairList({ missing, changes, config, source, isReadOnly, onMend }: RepairListProps) {
  const section = useRef<HTMLElement>(null)
  const lookAgain = useLookAgain(source?.id ?? '')
  const mend = (mended: FlowConfig) => {
    onMend(mended)
    // The pressed button has disappeared.
    section.current?.focus()
  }
  return (
    <section ref={section} tabIndex={-1} className={styles['repairs']} aria-labelledby="repairs-title">
      <h2 id="repairs-title" className={styles['heading']}>
        <Trans>Repair</Trans>
      </h2>
      {missing.some(({ refusal }) => refusal) && (
        <p className={styles['words']}>
          <Trans>It exists: the flow can run once the right is granted.</Trans>
        </p>
      )}
      {missing.some(({ refusal }) => !refusal) && (
        <p className={styles['words']}>
          <Trans>The flow needs what the source no longer has.</Trans>
        </p>
      )}
      <ul className={styles['list']}>
        {missing.map((repair) => (
          <li key={JSON.stringify([repair.table, repair.column])} className={styles['item']}>
            <RepairItem
              repair={repair}
              type={source?.type ?? ''}
              isReadOnly={isReadOnly}
              onCheck={lookAgain}
              onRemove={() => mend(withoutMissing(config, repair))}
              onReplace={(name) => mend(withOther(config, repair, name))}
            />
          </li>
        ))}
      </ul>
      {changes.length > 0 && (
        <details className={styles['changes']} open={changes.length < 6}>
          <summary>
            <Trans>Also changed since the last run</Trans>
          </summary>
          <TableChanges changes={changes} />
        </details>
      )}
    </section>
  )
}

interface RepairItemProps {
  readonly repair: MissingObject
  /** The type of the source. */
  readonly type: string
  readonly isReadOnly: boolean
  onCheck(): Promise<void>
  onRemove(): void
  onReplace(name: string): void
}

function RepairItem({ type, onCheck, ...props }: RepairItemProps) {
  const { repair } = props
  if (!repair.refusal) return <GoneItem {...props} />
  return (
    <RefusedItem repair={repair} refusal={repair.refusal} type={type} onCheck={onCheck}>
      {!props.isReadOnly && repair.choices.length + Number(repair.isRemovable) > 0 && <OtherMends {...props} />}
    </RefusedItem>
  )
}

type GoneItemProps = Omit<RepairItemProps, 'type' | 'onCheck'>

function GoneItem({ repair, isReadOnly, onRemove, onReplace }: GoneItemProps) {
  const { textOf, consequence } = useRepairTexts(repair)
  const { table, column, type, uses, choices, suggestion, isRemovable, target, renamed } = repair
  const name = column ?? table
  const isShared = uses.some((use) => use.kind === 'step' && use.isShared)
  return (
    <>
      <p className={styles['name']}>
        <del>{name}</del>
        <span className={styles['what']}>
          {column === undefined ? (
            <Trans>Table that no longer exists</Trans>
          ) : type === undefined ? (
            <Trans>Column that no longer exists in {table}</Trans>
          ) : (
            <Trans>
              Column that no longer exists in {table}, it was {type}
            </Trans>
          )}
        </span>
      </p>
      <dl className={styles['uses']}>
        {uses.map((use) => (
          <div key={JSON.stringify(use)}>
            <dt>{textOf(use)}</dt>
            {!isReadOnly && <dd>{consequence(use)}</dd>}
          </div>
        ))}
      </dl>
      {isShared && choices.length === 0 && (
        <p className={styles['words']}>
          <Trans>Other tables of the step still have it: choose the step’s table.</Trans>
        </p>
      )}
      {!isReadOnly && choices.length > 0 && (target ?? renamed) !== undefined && (
        <p className={styles['words']}>
          {target === undefined ? (
            <Trans>A first step renames the new column to “{name}”.</Trans>
          ) : (
            <Trans>Rows of another table arrive in “{target}”, as before.</Trans>
          )}
        </p>
      )}
      {!isReadOnly && choices.length + Number(isRemovable) > 0 && (
        <div className={styles['mends']}>
          {suggestion !== undefined && (
            <Button size="sm" variant="primary" icon={Wand2} onClick={() => onReplace(suggestion)}>
              <Trans>Use {suggestion}</Trans>
            </Button>
          )}
          <OtherMends {...{ repair, onRemove, onReplace }} />
        </div>
      )}
    </>
  )
}

/** Doing without it, or with another one. */
function OtherMends({
  repair: { table, column, choices, isRemovable },
  onRemove,
  onReplace,
}: Pick<GoneItemProps, 'repair' | 'onRemove' | 'onReplace'>) {
  const { t } = useLingui()
  const name = column ?? table
  return (
    <>
      <Button
        size="sm"
        aria-label={t`Remove ${name}`}
        disabledReason={isRemovable ? undefined : t`Choose another one first`}
        onClick={onRemove}
      >
        <Trans>Remove</Trans>
      </Button>
      {choices.length > 0 && (
        <Select
          aria-label={t`Choose another for ${name}`}
          className={styles['choice']}
          value=""
          placeholder={t`Choose another`}
          options={choices.map((choice) => ({ value: choice, label: choice }))}
          onChange={({ target: { value } }) => value !== '' && onReplace(value)}
        />
      )}
    </>
  )
}
