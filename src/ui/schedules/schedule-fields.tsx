import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

import { INTERVALS, MONTH_DAYS, type SchedulePlan } from '../../core/schedules/schedule-plan.ts'
import { Field } from '../kit/field/field.tsx'
import { Select } from '../kit/select/select.tsx'
import { TextInput } from '../kit/text-input/text-input.tsx'
import styles from './schedule-dialog.module.css'

interface ScheduleFieldsProps {
  readonly plan: SchedulePlan
  readonly cronError: string | undefined
  onChange(change: Partial<SchedulePlan>): void
}

/** The fields of a kind of schedule: minute, time and day, or the expression itself. */
export function ScheduleFields({ plan, cronError, onChange }: ScheduleFieldsProps) {
  const { t } = useLingui()
  switch (plan.kind) {
    case 'none':
      return null
    case 'interval':
      return (
        <Field label={t`Interval`}>
          <Select
            value={INTERVALS.indexOf(plan.every)}
            options={INTERVALS.map(({ count, unit }, index) => ({
              value: `${index}`,
              label:
                unit === 'hours'
                  ? t`${plural(count, { one: '# hour', other: '# hours' })}`
                  : t`${plural(count, { one: '# minute', other: '# minutes' })}`,
            }))}
            onChange={({ target }) => onChange({ every: INTERVALS[Number(target.value)] ?? plan.every })}
          />
        </Field>
      )
    case 'hourly':
      return (
        <Field label={t`Minutes after the hour`}>
          <Select
            value={plan.minute}
            options={MINUTES.map((minute) => ({ value: `${minute}`, label: `:${`${minute}`.padStart(2, '0')}` }))}
            onChange={({ target }) => onChange({ minute: Number(target.value) })}
          />
        </Field>
      )
    case 'cron':
      return (
        <Field label={t`Cron expression`} required error={cronError} hint={t`Minute, hour, day, month, weekday`}>
          <TextInput
            className={styles['cron']}
            value={plan.cron}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => onChange({ cron: target.value })}
          />
        </Field>
      )
    default:
      return (
        <div className={styles['row']}>
          {plan.kind === 'weekly' && <Weekday {...{ plan, onChange }} />}
          {plan.kind === 'monthly' && <MonthDay {...{ plan, onChange }} />}
          <Field label={t`Time`}>
            <TextInput
              type="time"
              required
              defaultValue={plan.time}
              onChange={({ target }) => target.value !== '' && onChange({ time: target.value })}
              // An incomplete time is not a value: the previous one is restored when the field is left.
              onBlur={({ target }) => {
                target.value = plan.time
              }}
            />
          </Field>
        </div>
      )
  }
}

type DayProps = Pick<ScheduleFieldsProps, 'plan' | 'onChange'>

function Weekday({ plan, onChange }: DayProps) {
  const { t, i18n } = useLingui()
  const nameOf = new Intl.DateTimeFormat(i18n.locale, { weekday: 'long', timeZone: 'UTC' })
  return (
    <Field label={t`Day of the week`}>
      <Select
        value={plan.weekday}
        options={WEEK.map((day) => ({ value: `${day}`, label: nameOf.format(A_SUNDAY + day * DAY_MS) }))}
        onChange={({ target }) => onChange({ weekday: Number(target.value) })}
      />
    </Field>
  )
}

function MonthDay({ plan, onChange }: DayProps) {
  const { t } = useLingui()
  return (
    <Field label={t`Day of the month`}>
      <Select
        value={plan.day}
        options={MONTH_DAYS.map((day) => ({ value: day, label: day === 'L' ? t`The last day` : day }))}
        onChange={({ target }) => onChange({ day: target.value })}
      />
    </Field>
  )
}

/** Starting with Monday. */
const WEEK = [1, 2, 3, 4, 5, 6, 0]
const A_SUNDAY = Date.UTC(2026, 0, 4)
const DAY_MS = 86_400_000

const MINUTES = Array.from({ length: 60 }, (_, minute) => minute)
