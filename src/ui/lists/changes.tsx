import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import type { AuditChange } from '../../core/audit/audit-event.ts'
import { defined } from '../../core/catalog/defined.ts'
import { ORDER } from '../../core/catalog/setting-text.ts'
import { CronWords } from '../schedules/cron-words.tsx'
import styles from './changes.module.css'
import { defaultAt } from './default-at.ts'
import { type ChangeGroup, groupChanges } from './group-changes.ts'
import { useFieldName } from './use-field-name.ts'
import { useValueName } from './use-value-name.ts'

/** The number of changes shown at first; the others on request. */
const SHOWN = 3

interface ChangesProps {
  readonly changes: readonly AuditChange[]
  /** Long values are shown elsewhere, line by line. */
  readonly isBrief?: boolean
}

/** What somebody changed, field by field, with old and new values. */
export function Changes({ changes, isBrief = false }: ChangesProps) {
  const groups = groupChanges(isBrief ? changes.map(inBrief) : changes)
  const [first, others] = [groups.slice(0, SHOWN), groups.slice(SHOWN)]
  return (
    <>
      <ChangeList groups={first} />
      {others.length > 0 && (
        <details className={styles['others']}>
          <summary>
            <Plural value={others.length} one="# more change" other="# more changes" />
          </summary>
          <ChangeList groups={others} />
        </details>
      )}
    </>
  )
}

/** More characters of a value are a text of its own, as a query is. */
const BRIEF = 60

function inBrief(change: AuditChange): AuditChange {
  const isLong = [change.from, change.to].some((value) => value !== undefined && value.length > BRIEF)
  return isLong ? { path: change.path, kind: change.kind } : change
}

function ChangeList({ groups }: { readonly groups: readonly ChangeGroup[] }) {
  const { t } = useLingui()
  return (
    <ul className={styles['changes']} aria-label={t`Changes`}>
      {groups.map((group, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
        <li key={place}>
          <Line {...group} />
        </li>
      ))}
    </ul>
  )
}

function Line({ change, details, placeBefore }: ChangeGroup) {
  const { t } = useLingui()
  const fieldName = useFieldName()
  const valueName = useValueName()
  const { path, kind, from, to } = change
  const isSchedule = path[0] === 'schedule' && path[1] === 'cron' && kind !== 'changed'
  const timezone = details.find((detail) => detail.path[1] === 'timezone')
  const isOrder = kind === 'changed' && path.at(-1) === ORDER && path.length > 1
  const place = placeOf(
    isSchedule || isOrder ? path.slice(0, -1) : path,
    fieldName,
    kind === 'removed' ? placeBefore : path,
  )
  const more = details
    .filter((detail) => !(isSchedule && detail === timezone))
    .map((detail) => `${fieldName(detail.path, detail.path.length - 1)}: ${valueName(detail.path, textOf(detail))}`)
  return (
    <>
      <span className={styles['field']}>{isOrder ? `${place} › ${t`Order`}` : place}</span>{' '}
      {isSchedule ? (
        <Values
          kind={kind}
          from={from && <CronWords cron={from} timezone={timezone?.from} />}
          to={to && <CronWords cron={to} timezone={timezone?.to} />}
        />
      ) : (
        <Values {...inWords(withDefault(change), placeBefore, valueName)} kind={kind} />
      )}
      {more.length > 0 && ` (${more.join(' · ')})`}
    </>
  )
}

const textOf = ({ from, to }: AuditChange): string => to ?? from ?? ''

/** The settings of a step and its name are enough to find one of them. */
const placeOf = (
  path: readonly string[],
  fieldName: ReturnType<typeof useFieldName>,
  settingPath: readonly string[],
): string =>
  path
    .flatMap((field, place) =>
      path[0] === 'transformations' && field === 'settings' ? [] : [fieldName(place < 2 ? path : settingPath, place)],
    )
    .join(' › ')

/** Says what holds without a setting that came or went, where that is known. */
function withDefault(change: AuditChange): AuditChange {
  const { path, from, to } = change
  const held = defaultAt(path)
  if (held === undefined || (from ?? to) === held || (from === undefined && to === undefined)) return change
  return { ...change, from: from ?? held, to: to ?? held }
}

const inWords = (
  { path, from, to }: AuditChange,
  placeBefore: readonly string[],
  valueName: ReturnType<typeof useValueName>,
) =>
  defined({
    from: from === undefined ? undefined : valueName(placeBefore, from),
    to: to === undefined ? undefined : valueName(path, to),
  })

interface ValuesProps {
  readonly kind: AuditChange['kind']
  readonly from?: ReactNode
  readonly to?: ReactNode
}

function Values({ kind, from, to }: ValuesProps) {
  if (from !== undefined && to !== undefined)
    return (
      <Trans>
        from <q>{from}</q> to <q>{to}</q>
      </Trans>
    )
  if (to !== undefined)
    return (
      <Trans>
        set to <q>{to}</q>
      </Trans>
    )
  if (from !== undefined)
    return (
      <Trans>
        removed, was <q>{from}</q>
      </Trans>
    )
  if (kind === 'added') return <Trans>added</Trans>
  return kind === 'removed' ? <Trans>removed</Trans> : <Trans>changed</Trans>
}
