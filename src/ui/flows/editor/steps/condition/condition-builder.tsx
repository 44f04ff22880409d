import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, Trash2 } from 'lucide'

import type { StepProblem } from '../../../../../core/catalog/transformations/transformation-problem.ts'
import {
  type Condition,
  type Group,
  isGroup,
  type Join,
  NEW_RULE,
  type Rule,
} from '../../../../../core/transformations/condition/condition.ts'
import { Button } from '../../../../kit/button/button.tsx'
import { IconButton } from '../../../../kit/icon-button/icon-button.tsx'
import { Select } from '../../../../kit/select/select.tsx'
import type { KnownColumn } from '../../sql/sql-language.ts'
import settingStyles from '../fields/step-setting.module.css'
import { problemText } from '../fields/step-texts.ts'
import styles from './condition-field.module.css'
import { RuleFields } from './rule-fields.tsx'

interface ConditionBuilderProps {
  readonly label: string
  readonly condition: Condition
  readonly columns: readonly KnownColumn[] | undefined
  readonly problem: StepProblem | undefined
  readonly isReadOnly: boolean
  onChange(condition: Condition): void
}

/** Rules in the order of their lines, some of them in groups. */
export function ConditionBuilder({ label, condition, columns, problem, isReadOnly, onChange }: ConditionBuilderProps) {
  const { t, i18n } = useLingui()
  const { join, items } = condition
  // Without a rule an empty one is shown.
  const shown = items.length > 0 ? items : [NEW_RULE]
  const put = (next: readonly (Rule | Group)[]) => onChange({ join, items: next })
  const isGap = problem?.kind === 'gap' || problem?.kind === 'required'
  const shared = { columns, isReadOnly, showsGaps: isGap }
  return (
    <fieldset className={settingStyles['group']}>
      <legend className={settingStyles['legend']}>{label}</legend>
      {shown.length > 1 && (
        <JoinSelect join={join} isReadOnly={isReadOnly} onChange={(other) => onChange({ join: other, items })} />
      )}
      {shown.map((item, index) => {
        const place = `${index + 1}`
        const replace = (next: Rule | Group) => put(shown.map((other, at) => (at === index ? next : other)))
        const remove = items.length > 0 ? () => put(items.filter((_, at) => at !== index)) : undefined
        return isGroup(item) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no id, and their inputs have no state.
          <GroupFields key={index} place={place} group={item} {...shared} onChange={replace} onRemove={remove} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <RuleFields key={index} place={place} rule={item} {...shared} onChange={replace} onRemove={remove} />
        )
      })}
      {problem && !isGap && (
        <p className={settingStyles['error']} role="alert">
          {problemText(i18n, problem)}
        </p>
      )}
      {!isReadOnly && (
        <div className={styles['actions']}>
          <Button size="xs" icon={Plus} data-adds onClick={() => put([...shown, NEW_RULE])}>
            <Trans>Add rule</Trans>
          </Button>
          <Button
            size="xs"
            icon={Plus}
            aria-description={t`A group of rules`}
            data-adds
            onClick={() => put([...shown, { join: join === 'and' ? 'or' : 'and', rules: [NEW_RULE] }])}
          >
            <Trans>Add group</Trans>
          </Button>
        </div>
      )}
    </fieldset>
  )
}

interface GroupFieldsProps extends Pick<ConditionBuilderProps, 'columns' | 'isReadOnly'> {
  readonly place: string
  readonly group: Group
  readonly showsGaps: boolean
  onChange(group: Group): void
  readonly onRemove: (() => void) | undefined
}

function GroupFields({ place, group, onChange, onRemove, ...shared }: GroupFieldsProps) {
  const { t } = useLingui()
  const { join, rules } = group
  const put = (next: readonly Rule[]) => (next.length > 0 ? onChange({ join, rules: next }) : onRemove?.())
  return (
    <fieldset className={styles['rules']} aria-label={t`Group ${place}`}>
      <div className={styles['head']}>
        <JoinSelect join={join} isReadOnly={shared.isReadOnly} onChange={(other) => onChange({ join: other, rules })} />
        {!shared.isReadOnly && onRemove && (
          <IconButton icon={Trash2} size="xs" label={t`Remove group ${place}`} onClick={onRemove} />
        )}
      </div>
      {rules.map((rule, index) => (
        <RuleFields
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no id, and their inputs have no state.
          key={index}
          place={`${place}.${index + 1}`}
          rule={rule}
          {...shared}
          onChange={(next) => put(rules.map((other, at) => (at === index ? next : other)))}
          onRemove={() => put(rules.filter((_, at) => at !== index))}
        />
      ))}
      {!shared.isReadOnly && (
        <div>
          <Button size="xs" icon={Plus} data-adds onClick={() => put([...rules, NEW_RULE])}>
            <Trans>Add rule</Trans>
            <span className="visually-hidden">: {t`Group ${place}`}</span>
          </Button>
        </div>
      )}
    </fieldset>
  )
}

interface JoinSelectProps {
  readonly join: Join
  readonly isReadOnly: boolean
  onChange(join: Join): void
}

function JoinSelect({ join, isReadOnly, onChange }: JoinSelectProps) {
  const { t } = useLingui()
  return (
    <Select
      aria-label={t`Rules to be met`}
      value={join}
      disabled={isReadOnly}
      options={[
        { value: 'and', label: t`All of these rules` },
        { value: 'or', label: t`Any of these rules` },
      ]}
      onChange={({ target }) => onChange(target.value === 'or' ? 'or' : 'and')}
    />
  )
}
