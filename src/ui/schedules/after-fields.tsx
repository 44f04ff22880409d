import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide'
import { useRef } from 'react'

import { AFTER_POLICIES, type AfterPolicy, MAX_PREDECESSORS } from '../../core/catalog/schedules/flow-order.ts'
import type { Flow, StartsAfter } from '../../core/flows/flow.ts'
import { possiblePredecessors } from '../../core/schedules/possible-predecessors.ts'
import { Badge } from '../kit/badge/badge.tsx'
import { Callout } from '../kit/callout/callout.tsx'
import { Combobox } from '../kit/combobox/combobox.tsx'
import { Field } from '../kit/field/field.tsx'
import { IconButton } from '../kit/icon-button/icon-button.tsx'
import { Select } from '../kit/select/select.tsx'
import { useFlows } from '../queries/use-flows.ts'
import styles from './after-fields.module.css'

interface AfterFieldsProps {
  readonly flow: Flow
  readonly value: StartsAfter
  onChange(value: StartsAfter): void
}

/** The flows after which a flow starts, and whether all of them must have succeeded. */
export function AfterFields({ flow, value, onChange }: AfterFieldsProps) {
  const { t } = useLingui()
  const { data: flows = [], isSuccess } = useFlows()
  const fields = useRef<HTMLFieldSetElement>(null)
  const { flowIds, when } = value
  const isOne = flowIds.length === 1
  const policies: Readonly<Record<AfterPolicy, string>> = {
    all_succeeded: isOne ? t`It has succeeded` : t`All have succeeded`,
    any_ended: isOne ? t`It has ended, also if it failed` : t`Any has ended, also if it failed`,
  }
  const chosen = flowIds.map((id) => ({ id, known: flows.find((other) => other.id === id) }))
  const addable = possiblePredecessors(flow, flows).filter(({ id }) => !flowIds.includes(id))
  const isStuck =
    isSuccess && when === 'all_succeeded' && chosen.some(({ known }) => known === undefined || !known.enabled)
  const remove = (id: string) => {
    onChange({ ...value, flowIds: flowIds.filter((other) => other !== id) })
    // The pressed button disappears.
    fields.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus()
  }
  return (
    <fieldset ref={fields} className={styles['fields']}>
      <legend className={styles['legend']}>
        <Trans>After other flows</Trans>
      </legend>
      {flowIds.length > 0 && (
        <ul className={styles['chosen']}>
          {chosen.map(({ id, known }) => (
            <li key={id} className={styles['flow']}>
              <span className={styles['name']}>
                {known?.name ?? (isSuccess ? <Trans>A deleted flow</Trans> : <Trans>Loading…</Trans>)}
              </span>
              {known?.enabled === false && (
                <Badge>
                  <Trans>Switched off</Trans>
                </Badge>
              )}
              <IconButton
                icon={X}
                size="sm"
                label={known ? t`Remove ${known.name}` : t`Remove the deleted flow`}
                onClick={() => remove(id)}
              />
            </li>
          ))}
        </ul>
      )}
      {flowIds.length < MAX_PREDECESSORS && (
        <Field
          label={flowIds.length === 0 ? t`Starts after` : t`And after`}
          hint={t`Not flows that start after this one.`}
        >
          <Combobox
            value=""
            placeholder={flowIds.length === 0 ? t`No other flow` : t`Add another flow`}
            options={addable.map(({ id, name }) => ({ value: id, label: name }))}
            nothing={<Trans>Nothing matches your search</Trans>}
            onChange={(id) => onChange({ ...value, flowIds: [...flowIds, id] })}
          />
        </Field>
      )}
      {flowIds.length > 0 && (
        <Field label={t`Starts as soon as`}>
          <Select
            value={when}
            options={AFTER_POLICIES.map((policy) => ({ value: policy, label: policies[policy] }))}
            onChange={({ target }) => onChange({ ...value, when: target.value as AfterPolicy })}
          />
        </Field>
      )}
      {isStuck && (
        <Callout tone="warning">
          <Trans>It waits for a flow that is deleted or off.</Trans>
        </Callout>
      )}
    </fieldset>
  )
}
