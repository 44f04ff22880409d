import { Trans, useLingui } from '@lingui/react/macro'

import { isAt, positionOf } from '../../../../core/catalog/transformations/transformation-problem.ts'
import { type Setting, textIn } from '../../../../core/catalog/transformations/transformation-settings.ts'
import { transformationTypeOf } from '../../../../core/catalog/transformations/transformation-types.ts'
import type { Entity } from '../../../../core/connections/entity.ts'
import type { Flow, Transformation } from '../../../../core/flows/flow.ts'
import type { StepReview } from '../../../../core/transformations/review-steps.ts'
import { settingLabel } from '../../../i18n/step-type-texts.ts'
import { Field } from '../../../kit/field/field.tsx'
import { stepIdOf } from '../canvas/canvas-nodes.ts'
import { SqlField } from '../sql/sql-field.tsx'
import { useKnownColumns } from '../sql/use-known-columns.ts'
import { problemText } from '../steps/fields/step-texts.ts'
import styles from './step-sql.module.css'

interface StepSqlProps {
  readonly flow: Flow
  /** The selected node. */
  readonly node: string | undefined
  readonly reviews: ReadonlyMap<string, StepReview>
  /** Undefined until the source has been read. */
  readonly entities: readonly Entity[] | undefined
  readonly isReadOnly: boolean
  onSet(stepId: string, setting: string, value: string): void
}

type SqlSetting = Extract<Setting, { readonly kind: 'query' | 'expression' }>

const isSql = (setting: Setting): setting is SqlSetting => setting.kind === 'query' || setting.kind === 'expression'

/** The SQL of the selected step, with more space than in the side panel. */
export function StepSql({ node, ...props }: StepSqlProps) {
  const stepId = node === undefined ? undefined : stepIdOf(node)
  const step = props.flow.config.transformations.find(({ id }) => id === stepId)
  const setting = step && transformationTypeOf(step.type)?.settings.find(isSql)
  return step && setting ? (
    <SqlOfStep key={step.id} {...props} step={step} setting={setting} />
  ) : (
    <p className={styles['note']}>
      <Trans>Select a step with SQL.</Trans>
    </p>
  )
}

interface SqlOfStepProps extends Omit<StepSqlProps, 'node'> {
  readonly step: Transformation
  readonly setting: SqlSetting
}

function SqlOfStep({ flow, step, setting, reviews, entities, isReadOnly, onSet }: SqlOfStepProps) {
  const { i18n } = useLingui()
  const { id, type, settings } = step
  const { kind, name } = setting
  const review = reviews.get(id)
  const columns = useKnownColumns(step, flow.config, entities, review)
  const problem = review?.problems.find((found) => isAt(found, { setting: name }))
  return (
    <div className={styles['sql']}>
      <Field label={settingLabel(i18n, type, name)} error={problem && problemText(i18n, problem)}>
        <SqlField
          shape={kind}
          value={textIn(settings, name)}
          columns={columns}
          errorAt={positionOf(problem)}
          isReadOnly={isReadOnly}
          onChange={(value) => onSet(id, name, value)}
        />
      </Field>
    </div>
  )
}
