import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, CircleAlert, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Flow } from '../../../core/flows/flow.ts'
import type { StepReview } from '../../../core/transformations/review-steps.ts'
import { TypeMark } from '../../catalog/type-mark.tsx'
import { Button } from '../../kit/button/button.tsx'
import { classNames } from '../../kit/class-names.ts'
import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import { nodeIdOf } from './canvas-nodes.ts'
import styles from './flow-outline.module.css'
import { StepMark } from './step-mark.tsx'
import { problemLine, typeName } from './step-texts.ts'

interface FlowOutlineProps {
  readonly flow: Flow
  readonly reviews: ReadonlyMap<string, StepReview>
  readonly selected: string | undefined
  readonly isReadOnly: boolean
  onOpen(nodeId: string): void
  onAdd(index: number): void
  onMove(stepId: string, by: number): void
  onRemove(stepId: string): void
}

/** The same flow as a list: everything that the picture can do, without seeing or pointing. */
export function FlowOutline({ flow, reviews, selected, isReadOnly, ...on }: FlowOutlineProps) {
  const { t, i18n } = useLingui()
  const { sourceConnection, destinationConnection, config } = flow
  const steps = config.transformations
  return (
    <div className={styles['outline']}>
      <ol className={styles['list']} aria-label={t`Nodes of the flow, in order`}>
        <li className={styles['item']}>
          <OpenButton isSelected={selected === 'source'} onClick={() => on.onOpen('source')}>
            <TypeMark type={sourceConnection?.type ?? ''} size="sm" />
            <Words note={t`Source`} name={sourceConnection?.name ?? t`Choose…`} />
          </OpenButton>
        </li>
        {steps.map((step, index) => {
          const name = typeName(i18n, step.type)
          const place = index + 1
          const [problem] = reviews.get(step.id)?.problems ?? []
          return (
            <li key={step.id} className={styles['item']}>
              <OpenButton isSelected={selected === nodeIdOf(step)} onClick={() => on.onOpen(nodeIdOf(step))}>
                <StepMark type={step.type} />
                <Words note={step.stream ?? t`All tables`} name={`${place}. ${name}`}>
                  {problem && (
                    <span className={styles['problem']}>
                      <CircleAlert size={12} aria-hidden />
                      {problemLine(i18n, step.type, problem)}
                    </span>
                  )}
                </Words>
              </OpenButton>
              {!isReadOnly && (
                <span className={styles['actions']}>
                  <IconButton
                    icon={Plus}
                    size="sm"
                    label={t`Add a step before ${place}. ${name}`}
                    onClick={() => on.onAdd(index)}
                  />
                  <IconButton
                    icon={ArrowUp}
                    size="sm"
                    label={t`Move ${place}. ${name} up`}
                    aria-disabled={index === 0}
                    onClick={() => on.onMove(step.id, -1)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    size="sm"
                    label={t`Move ${place}. ${name} down`}
                    aria-disabled={index === steps.length - 1}
                    onClick={() => on.onMove(step.id, 1)}
                  />
                  <IconButton
                    icon={Trash2}
                    size="sm"
                    label={t`Remove ${place}. ${name}`}
                    onClick={() => on.onRemove(step.id)}
                  />
                </span>
              )}
            </li>
          )
        })}
        <li className={styles['item']}>
          <OpenButton isSelected={selected === 'destination'} onClick={() => on.onOpen('destination')}>
            <TypeMark type={destinationConnection?.type ?? ''} size="sm" />
            <Words note={t`Destination`} name={destinationConnection?.name ?? t`Choose…`} />
          </OpenButton>
        </li>
      </ol>
      {!isReadOnly && (
        <Button size="sm" icon={Plus} onClick={() => on.onAdd(steps.length)}>
          <Trans>Add a step at the end</Trans>
        </Button>
      )}
    </div>
  )
}

interface OpenButtonProps {
  readonly isSelected: boolean
  readonly children: ReactNode
  onClick(): void
}

const OpenButton = ({ isSelected, children, onClick }: OpenButtonProps) => (
  <button
    type="button"
    className={classNames(styles['open'], isSelected && styles['selected'])}
    aria-current={isSelected || undefined}
    onClick={onClick}
  >
    {children}
  </button>
)

interface WordsProps {
  readonly note: string
  readonly name: string
  readonly children?: ReactNode
}

const Words = ({ note, name, children }: WordsProps) => (
  <span className={styles['words']}>
    <span className={styles['name']}>{name}</span>
    <span className={styles['note']}>{note}</span>
    {children}
  </span>
)
