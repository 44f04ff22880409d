import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'

import type { AuditEvent } from '../../../core/audit/audit-event.ts'
import { Select } from '../../kit/select/select.tsx'
import { TextInput } from '../../kit/text-input/text-input.tsx'
import panelStyles from '../../layout/settings-panel.module.css'
import { useMembers } from '../../queries/use-members.ts'
import { useSettingsUrl } from '../../routing/use-settings-url.ts'
import { nameOf } from '../members/name-of.ts'
import { useActionNames } from './use-action-name.ts'

interface AuditFiltersProps {
  /** The loaded events: former members are known only from them. */
  readonly events: readonly AuditEvent[]
}

/** The filters of the log. */
export function AuditFilters({ events }: AuditFiltersProps) {
  const { t } = useLingui()
  const { filters, filter } = useSettingsUrl()
  const { action = '', person = '', from = '', to = '' } = filters
  const names = useActionNames()
  const fromId = useId()
  const toId = useId()
  const { data: members = [] } = useMembers()

  const people = new Map<string, string>()
  if (person !== '') people.set(person, person)
  for (const { actorUid, actorName } of events) people.set(actorUid, actorName ?? actorUid)
  for (const member of members) if (typeof member['uid'] === 'string') people.set(member['uid'], nameOf(member))
  const actions = action === '' ? names : { [action]: action, ...names }
  return (
    <div className={panelStyles['filters']}>
      <Select
        aria-label={t`Action`}
        value={action}
        placeholder={t`Every action`}
        options={sorted(Object.entries(actions))}
        onChange={({ target }) => filter({ action: target.value })}
      />
      <Select
        aria-label={t`Person`}
        value={person}
        placeholder={t`Everybody`}
        options={sorted([...people])}
        onChange={({ target }) => filter({ person: target.value })}
      />
      <label htmlFor={fromId} className={panelStyles['day']}>
        <Trans>From day</Trans>
        <TextInput
          id={fromId}
          type="date"
          value={from}
          max={to}
          onChange={({ target }) => filter({ from: target.value })}
        />
      </label>
      <label htmlFor={toId} className={panelStyles['day']}>
        <Trans>To day</Trans>
        <TextInput
          id={toId}
          type="date"
          value={to}
          min={from}
          onChange={({ target }) => filter({ to: target.value })}
        />
      </label>
    </div>
  )
}

const sorted = (options: readonly (readonly [string, string])[]) =>
  options.map(([value, label]) => ({ value, label })).sort((one, other) => one.label.localeCompare(other.label))
