import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, ChevronLeft, CopyPlus, Trash2 } from 'lucide'
import type { SettingPlace } from '../../../../core/catalog/transformations/transformation-problem.ts'
import { transformationTypeOf } from '../../../../core/catalog/transformations/transformation-types.ts'
import type { Entity } from '../../../../core/connections/entity.ts'
import type { Flow, Transformation } from '../../../../core/flows/flow.ts'
import type { StepReview } from '../../../../core/transformations/review-steps.ts'
import { stepName, typePurpose } from '../../../i18n/step-type-texts.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Callout } from '../../../kit/callout/callout.tsx'
import { Field } from '../../../kit/field/field.tsx'
import { Select } from '../../../kit/select/select.tsx'
import { Textarea } from '../../../kit/textarea/textarea.tsx'
import { useKnownColumns } from '../sql/use-known-columns.ts'
import { problemLine } from './fields/step-texts.ts'
import { StepMark } from './step-mark.tsx'
import styles from './step-panel.module.css'
import { StepSetting } from './step-setting.tsx'
import { stepTitle } from './step-title.ts'

interface StepPanelProps {
  readonly step: Transformation
  readonly flow: Flow
  /** By step id. */
  readonly reviews: ReadonlyMap<string, StepReview>
  /** Undefined until the source has been read. */
  readonly entities: readonly Entity[] | undefined
  readonly isReadOnly: boolean
  onSet(setting: string, value: unknown): void
  onStream(stream: string | undefined): void
  onWords(words: 'name' | 'note', text: string): void
  onMove(by: number): void
  onDuplicate(): void
  onRemove(): void
  onClose(): void
}

/** Everything about one step: its table, its settings with their problems, its position, its effect. */
export function StepPanel({ step, flow, reviews, entities, isReadOnly, ...on }: StepPanelProps) {
  const { t, i18n } = useLingui()
  const { streams, transformations } = flow.config
  const typeName = stepName(i18n, step.type)
  const [index, count] = [transformations.indexOf(step), transformations.length]
  const row = transformationTypeOf(step.type)
  const review = reviews.get(step.id)
  const problems = review?.problems ?? []
  const named = useKnownColumns(step, flow.config, entities, review)
  const hasInput = ({ setting }: SettingPlace) => row?.settings.some(({ name }) => name === setting)
  const elsewhere = problems.filter(
    (problem) => problem.kind !== 'unfinished' && !('at' in problem && hasInput(problem.at)),
  )
  const moving = streams.length > 0 ? streams.map(({ entity }) => entity) : (entities?.map(({ name }) => name) ?? [])
  const choices = step.stream === undefined || moving.includes(step.stream) ? moving : [step.stream, ...moving]
  return (
    <div className={styles['panel']}>
      <div className={styles['head']}>
        <Button size="sm" variant="ghost" icon={ChevronLeft} onClick={on.onClose}>
          <Trans>All settings</Trans>
        </Button>
      </div>
      <div className={styles['title']}>
        <StepMark type={step.type} />
        <div className={styles['words']}>
          <h2 className={styles['name']}>
            <input
              className={styles['input']}
              aria-label={t`Name of the step`}
              defaultValue={stepTitle(i18n, step)}
              placeholder={typeName}
              maxLength={100}
              readOnly={isReadOnly}
              onChange={({ target: { value } }) => on.onWords('name', value.trim() === typeName ? '' : value.trim())}
            />
          </h2>
          <p className={styles['place']}>
            <Trans>
              Step {index + 1} of {count}
            </Trans>
            {row && ` · ${typePurpose(i18n, step.type)}`}
          </p>
        </div>
      </div>
      {elsewhere.map((problem) => (
        <Callout key={problem.kind} tone="danger">
          {problemLine(i18n, step.type, problem)}
        </Callout>
      ))}
      {!row && (
        <Callout>
          <Trans>This page does not know this step; it still runs.</Trans>
        </Callout>
      )}
      <Field label={t`For`}>
        <Select
          value={step.stream ?? ''}
          disabled={isReadOnly}
          placeholder={t`All tables`}
          options={choices.map((name) => ({ value: name, label: name }))}
          onChange={({ target }) => on.onStream(target.value === '' ? undefined : target.value)}
        />
      </Field>
      {row?.settings.map((setting) => (
        <StepSetting
          key={setting.name}
          type={step.type}
          setting={setting}
          settings={step.settings}
          columns={review?.columns}
          named={named}
          entities={entities}
          problems={problems}
          isReadOnly={isReadOnly}
          onChange={(value) => on.onSet(setting.name, value)}
        />
      ))}
      <Field label={t`Note on the canvas`}>
        <Textarea
          rows={2}
          defaultValue={step.note ?? ''}
          maxLength={2_000}
          disabled={isReadOnly}
          onChange={({ target }) => on.onWords('note', target.value.trim())}
        />
      </Field>
      {!isReadOnly && (
        <div className={styles['actions']}>
          <Button
            size="sm"
            icon={ArrowUp}
            disabledReason={index === 0 ? t`It is the first step` : undefined}
            onClick={() => on.onMove(-1)}
          >
            <Trans>Move up</Trans>
          </Button>
          <Button
            size="sm"
            icon={ArrowDown}
            disabledReason={index === count - 1 ? t`It is the last step` : undefined}
            onClick={() => on.onMove(1)}
          >
            <Trans>Move down</Trans>
          </Button>
          <Button size="sm" icon={CopyPlus} onClick={on.onDuplicate}>
            <Trans>Duplicate</Trans>
          </Button>
          <Button size="sm" variant="ghost" icon={Trash2} onClick={on.onRemove}>
            <Trans>Remove</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}
