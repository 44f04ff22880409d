import { Trans, useLingui } from '@lingui/react/macro'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { CircleAlert } from 'lucide'
import { memo } from 'react'
import type { RunStatus } from '../../../../core/catalog/run-states.ts'
import type { StepProblem } from '../../../../core/catalog/transformation-problem.ts'
import type { Transformation } from '../../../../core/flows/flow.ts'
import { classNames } from '../../../kit/class-names.ts'
import { Icon } from '../../../kit/icon/icon.tsx'
import { RunState } from '../../../runs/run-state.tsx'
import { StepMark } from '../steps/step-mark.tsx'
import { problemLine, typeName } from '../steps/step-texts.ts'
import styles from './flow-node.module.css'

export type StepNode = Node<
  {
    readonly step: Transformation
    /** The first thing that is wrong with it. */
    readonly problem: StepProblem | undefined
    /** Of the last run. */
    readonly status: RunStatus | undefined
  },
  'step'
>

/** A step between the ends, with what keeps it from working. */
export const StepNodeView = memo(function StepNodeView({
  data: { step, problem, status },
  selected,
}: NodeProps<StepNode>) {
  const { i18n } = useLingui()
  const wrong = problem && problemLine(i18n, step.type, problem)
  return (
    <div
      className={classNames(
        styles['node'],
        styles['step'],
        problem && styles['invalid'],
        selected && styles['selected'],
      )}
    >
      <Handle id="left" type="target" position={Position.Left} isConnectable={false} className={styles['handle']} />
      <Handle id="top" type="target" position={Position.Top} isConnectable={false} className={styles['handle']} />
      <div className={styles['head']}>
        <StepMark type={step.type} />
        <div className={styles['words']}>
          <span className={styles['name']}>{typeName(i18n, step.type)}</span>
          <span className={styles['role']}>{step.stream ?? <Trans>All tables</Trans>}</span>
          {wrong === undefined ? (
            status && (
              <span className={styles['note']}>
                <RunState status={status} />
              </span>
            )
          ) : (
            <span className={styles['problem']} title={wrong}>
              <Icon of={CircleAlert} size={11} />
              <span className={styles['cut']}>{wrong}</span>
            </span>
          )}
        </div>
      </div>
      <Handle id="right" type="source" position={Position.Right} isConnectable={false} className={styles['handle']} />
      <Handle id="bottom" type="source" position={Position.Bottom} isConnectable={false} className={styles['handle']} />
    </div>
  )
})
