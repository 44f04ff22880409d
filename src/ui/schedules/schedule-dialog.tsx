import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { defined } from '../../core/catalog/defined.ts'
import { CRON_RANGES, type CronField, type CronProblem } from '../../core/catalog/schedules/cron-problem.ts'
import { OVERLAP_POLICIES, type OverlapPolicy } from '../../core/catalog/schedules/schedule-rules.ts'
import type { Flow, FlowConfig, Schedule } from '../../core/flows/flow.ts'
import {
  cronOf,
  planOf,
  SCHEDULE_KINDS,
  type ScheduleKind,
  type SchedulePlan,
} from '../../core/schedules/schedule-plan.ts'
import { withSchedule } from '../../core/schedules/with-schedule.ts'
import { errorText } from '../errors/error-text.ts'
import { ChangedBy } from '../i18n/changed-by.tsx'
import { Callout } from '../kit/callout/callout.tsx'
import { Combobox } from '../kit/combobox/combobox.tsx'
import { Field } from '../kit/field/field.tsx'
import { FormDialog } from '../kit/form-dialog/form-dialog.tsx'
import { Select } from '../kit/select/select.tsx'
import { useFlowSettingChange } from '../queries/use-flow-setting-change.ts'
import { useWriteDisabledReason } from '../queries/use-write-disabled-reason.ts'
import { AfterFields } from './after-fields.tsx'
import { useCron } from './cron.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { SchedulePreview } from './schedule-preview.tsx'
import { browserTimeZone, timeZones, withNames } from './time-zones.ts'

interface ScheduleDialogProps {
  readonly flow: Flow
  /** It stands for many flows: only their schedule is asked for. */
  readonly isForMany?: boolean
  readonly isBusy?: boolean
  /** The reason why it could not be saved. */
  readonly error?: unknown
  /** The flow was changed elsewhere: the new schedule is not saved until a version is chosen. */
  readonly isConflict?: boolean
  /** What the runs of a schedule would cost. */
  costOf?(schedule: Schedule): ReactNode
  /** Called with the changed flow. */
  onSave(config: FlowConfig): void
  onClose(): void
}

/** What starts a flow by itself: a schedule, other flows, or both. */
export function ScheduleDialog({
  flow,
  isForMany = false,
  isBusy = false,
  error,
  isConflict = false,
  costOf,
  onSave,
  onClose,
}: ScheduleDialogProps) {
  const { t, i18n } = useLingui()
  const disabledReason = useWriteDisabledReason(flow)
  const { problemOf } = useCron()
  const problemText = useCronProblemText()
  const known = flow.config.schedule
  const isSet = known !== undefined || flow.config.after !== undefined
  const change = useFlowSettingChange(flow.id, 'schedule', isSet && !isForMany)
  const [plan, setPlan] = useState<SchedulePlan>(() => planOf(known?.cron))
  const [timezone, setTimezone] = useState(known?.timezone ?? browserTimeZone())
  const [overlap, setOverlap] = useState<OverlapPolicy>(known?.overlap ?? 'skip')
  const [after, setAfter] = useState(flow.config.after ?? { flowIds: [], when: 'all_succeeded' as const })
  const [isTried, setTried] = useState(false)
  const cron = cronOf(plan)
  const isAfterOthers = after.flowIds.length > 0
  const problem = cron === undefined ? undefined : problemOf(cron)
  const kinds: Readonly<Record<ScheduleKind, string>> = {
    none: isAfterOthers ? t`Not on a schedule` : t`On demand only`,
    interval: t`Every few minutes or hours`,
    hourly: t`Every hour`,
    daily: t`Every day`,
    weekdays: t`Monday to Friday`,
    weekly: t`Every week`,
    monthly: t`Every month`,
    cron: t`By a cron expression`,
  }
  const overlaps: Readonly<Record<OverlapPolicy, string>> = {
    skip: t`Skip the new run`,
    queue: t`Run when it has ended`,
  }

  const save = () => {
    setTried(true)
    if (problem) return
    const schedule =
      cron === undefined
        ? undefined
        : { cron, timezone, ...defined({ overlap: overlap === 'queue' ? overlap : undefined }) }
    onSave(withSchedule(flow.config, schedule, isAfterOthers ? after : undefined))
  }
  /** A user who switches to cron starts with the previous choice. */
  const chooseKind = (kind: ScheduleKind) => setPlan({ ...plan, kind, cron: (kind === 'cron' && cron) || plan.cron })

  return (
    <FormDialog
      title={<Trans>Schedule</Trans>}
      description={flow.name}
      onClose={onClose}
      submitLabel={<Trans>Save</Trans>}
      isBusy={isBusy}
      disabledReason={disabledReason}
      onSubmit={save}
    >
      <Field label={t`Runs`}>
        <Select
          value={plan.kind}
          options={SCHEDULE_KINDS.map((kind) => ({ value: kind, label: kinds[kind] }))}
          onChange={({ target }) => chooseKind(target.value as ScheduleKind)}
        />
      </Field>
      <ScheduleFields
        plan={plan}
        cronError={problem && (isTried || isWrong(problem)) ? problemText(problem) : undefined}
        onChange={(change) => setPlan({ ...plan, ...change })}
      />
      {cron !== undefined && (
        <>
          <Field label={t`Time zone`}>
            <TimeZoneChoice value={timezone} onChange={setTimezone} />
          </Field>
          <Field label={t`If the previous run still runs`}>
            <Select
              value={overlap}
              options={OVERLAP_POLICIES.map((policy) => ({ value: policy, label: overlaps[policy] }))}
              onChange={({ target }) => setOverlap(target.value as OverlapPolicy)}
            />
          </Field>
          {!problem && <SchedulePreview schedule={{ cron, timezone }} />}
          {!problem && <Suspense>{costOf?.({ cron, timezone })}</Suspense>}
        </>
      )}
      {!isForMany && <AfterFields flow={flow} value={after} onChange={setAfter} />}
      {change && <ChangedBy at={change.savedAt} by={change.savedBy} />}
      {!flow.enabled && (cron !== undefined || isAfterOthers) && (
        <Callout tone="warning">
          <Trans>The flow is off: it starts once it is on.</Trans>
        </Callout>
      )}
      {isConflict && (
        <Callout tone="warning" title={<Trans>The flow was changed elsewhere</Trans>}>
          <Trans>Choose a version to save the schedule.</Trans>
        </Callout>
      )}
      {error !== undefined && error !== null && <Callout tone="danger">{errorText(i18n, error)}</Callout>}
    </FormDialog>
  )
}

/** Further typing cannot correct it; a missing field is not an error yet. */
const isWrong = ({ kind }: CronProblem): boolean => kind !== 'field-count'

/** The problem of a cron expression, and how to correct it. */
function useCronProblemText(): (problem: CronProblem) => string {
  const { t } = useLingui()
  const fields: Readonly<Record<CronField, string>> = {
    minute: t`The minute`,
    hour: t`The hour`,
    day: t`The day of the month`,
    month: t`The month`,
    weekday: t`The day of the week`,
  }
  return (problem) => {
    switch (problem.kind) {
      case 'field-count':
        return t`Five fields: minute, hour, day, month, weekday, such as 0 6 * * 1-5.`
      case 'never':
        return t`No day matches this schedule.`
      case 'field': {
        const [least, most] = CRON_RANGES[problem.field]
        const { value } = problem
        return t`${fields[problem.field]} “${value}”: use *, or ${least} to ${most}, also as 1-5, 1,5 or */2.`
      }
    }
  }
}

interface TimeZoneChoiceProps {
  readonly value: string
  onChange(zone: string): void
}

/** A time zone by its city, its name in the user's language, or its offset. */
function TimeZoneChoice({ value, onChange }: TimeZoneChoiceProps) {
  const { t, i18n } = useLingui()
  const [options, setOptions] = useState(() => timeZones(value))
  useEffect(() => {
    // After the dialog is drawn, so that it does not wait for them.
    const timer = setTimeout(() => setOptions((zones) => withNames(zones, i18n.locale)), 100)
    return () => clearTimeout(timer)
  }, [i18n.locale])
  return (
    <Combobox
      value={value}
      placeholder={t`City, zone or offset`}
      options={options}
      nothing={<Trans>Nothing matches your search</Trans>}
      onChange={onChange}
    />
  )
}
