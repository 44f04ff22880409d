import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, CircleAlert, CopyPlus, Plus, Trash2 } from 'lucide'
import type { MouseEvent, ReactNode } from 'react'
import type { Flow } from '../../../../core/flows/flow.ts'
import { SandboxBadge } from '../../../catalog/sandbox-badge.tsx'
import { TypeMark } from '../../../catalog/type-mark.tsx'
import { Button } from '../../../kit/button/button.tsx'
import { classNames } from '../../../kit/class-names.ts'
import { Icon } from '../../../kit/icon/icon.tsx'
import { IconButton } from '../../../kit/icon-button/icon-button.tsx'
import { endProblemText } from '../steps/end-problem.ts'
import { problemLine } from '../steps/fields/step-texts.ts'
import { StepMark } from '../steps/step-mark.tsx'
import { stepTitle } from '../steps/step-title.ts'
import type { FlowReview } from '../steps/use-step-reviews.ts'
import { nodeIdOf } from './canvas-nodes.ts'
import styles from './flow-outline.module.css'

interface FlowOutlineProps {
  readonly flow: Flow
  readonly review: FlowReview
  readonly selected: string | undefined
  readonly isReadOnly: boolean
  onOpen(nodeId: string): void
  onAdd(index: number): void
  onMove(stepId: string, by: number): void
  onRemove(stepId: string): void
  onDuplicate(stepId: string): void
}

/** The same flow as a list: all actions of the picture, without seeing or pointing. */
export function FlowOutline({ flow, review, selected, isReadOnly, ...on }: FlowOutlineProps) {
  const { t, i18n } = useLingui()
  const { sourceConnection, destinationConnection, config } = flow
  const steps = config.transformations
  return (
    <div className={styles['outline']} data-outline>
      <ol className={styles['list']} aria-label={t`Nodes of the flow, in order`}>
        <li className={styles['item']}>
          <OpenButton id="source" isSelected={selected === 'source'} onClick={() => on.onOpen('source')}>
            <TypeMark type={sourceConnection?.type ?? ''} size="sm" />
            <Words note={t`Source`} name={sourceConnection?.name ?? sourceConnection?.id ?? t`Choose…`}>
              <SandboxBadge type={sourceConnection?.type ?? ''} isStandIn={sourceConnection?.isStandIn} />
              {review.source && <Problem text={endProblemText(i18n, review.source)} />}
            </Words>
          </OpenButton>
        </li>
        {steps.map((step, index) => {
          const name = stepTitle(i18n, step)
          const place = index + 1
          const [problem] = review.steps.get(step.id)?.problems ?? []
          return (
            <li key={step.id} className={styles['item']}>
              <OpenButton
                id={nodeIdOf(step)}
                isSelected={selected === nodeIdOf(step)}
                onClick={() => on.onOpen(nodeIdOf(step))}
              >
                <StepMark type={step.type} />
                <Words note={step.stream ?? t`All tables`} name={`${place}. ${name}`}>
                  {problem?.kind === 'unfinished' ? (
                    <span className={styles['note']}>{problemLine(i18n, step.type, problem)}</span>
                  ) : (
                    problem && <Problem text={problemLine(i18n, step.type, problem)} />
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
                    onClick={(event) => keepingFocus(event, () => on.onMove(step.id, -1))}
                  />
                  <IconButton
                    icon={ArrowDown}
                    size="sm"
                    label={t`Move ${place}. ${name} down`}
                    aria-disabled={index === steps.length - 1}
                    onClick={(event) => keepingFocus(event, () => on.onMove(step.id, 1))}
                  />
                  <IconButton
                    icon={CopyPlus}
                    size="sm"
                    label={t`Duplicate ${place}. ${name}`}
                    onClick={() => on.onDuplicate(step.id)}
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
          <OpenButton id="destination" isSelected={selected === 'destination'} onClick={() => on.onOpen('destination')}>
            <TypeMark type={destinationConnection?.type ?? ''} size="sm" />
            <Words note={t`Destination`} name={destinationConnection?.name ?? destinationConnection?.id ?? t`Choose…`}>
              <SandboxBadge type={destinationConnection?.type ?? ''} isStandIn={destinationConnection?.isStandIn} />
              {review.destination && <Problem text={endProblemText(i18n, review.destination)} />}
            </Words>
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

/** A line that is moved in the list loses the focus. */
function keepingFocus({ currentTarget }: MouseEvent<HTMLElement>, move: () => void): void {
  move()
  setTimeout(() => currentTarget.focus())
}

interface OpenButtonProps {
  /** The id of the node. */
  readonly id: string
  readonly isSelected: boolean
  readonly children: ReactNode
  onClick(): void
}

const OpenButton = ({ id, isSelected, children, onClick }: OpenButtonProps) => (
  <button
    type="button"
    data-id={id}
    className={classNames(styles['open'], isSelected && styles['selected'])}
    aria-current={isSelected || undefined}
    onClick={onClick}
  >
    {children}
  </button>
)

const Problem = ({ text }: { text: string }) => (
  <span className={styles['problem']}>
    <Icon of={CircleAlert} size={12} />
    {text}
  </span>
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
