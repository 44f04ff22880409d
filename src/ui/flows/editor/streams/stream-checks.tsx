import { Trans, useLingui } from '@lingui/react/macro'
import { Pencil, Plus, X } from 'lucide'
import { Suspense, useState } from 'react'

import { type DataCheck, isKnownCheck } from '../../../../core/catalog/checks/data-checks.ts'
import type { FlowStream } from '../../../../core/flows/flow.ts'
import { freeCheckId, putCheck, removeCheck } from '../../../../core/flows/streams/stream-checks.ts'
import { Badge } from '../../../kit/badge/badge.tsx'
import { Button } from '../../../kit/button/button.tsx'
import { IconButton } from '../../../kit/icon-button/icon-button.tsx'
import { lazyNamed } from '../../../kit/lazy-named.ts'
import styles from './stream-checks.module.css'
import { useCheckSummary } from './use-check-summary.ts'

const CheckDialog = lazyNamed(() => import('./check-dialog.tsx'), 'CheckDialog')

interface StreamChecksProps {
  readonly stream: FlowStream
  readonly destinationType: string
  /** The columns as they arrive in the destination. */
  readonly columns: readonly { readonly name: string }[]
  readonly isReadOnly: boolean
  onChange(change: (streams: readonly FlowStream[]) => readonly FlowStream[]): void
}

/** The conditions that the rows of one table must meet before readers see them. */
export function StreamChecks({ stream, destinationType, columns, isReadOnly, onChange }: StreamChecksProps) {
  const { t } = useLingui()
  const summaryOf = useCheckSummary()
  const { entity, checks = [] } = stream
  const [edited, setEdited] = useState<{ readonly id: string; readonly check?: DataCheck }>()
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['legend']}>
        <Trans>Checks</Trans>
      </legend>
      {checks.length === 0 && (
        <p className={styles['hint']}>
          <Trans>A check stops wrong rows, or warns.</Trans>
        </p>
      )}
      {checks.length > 0 && (
        <ul className={styles['checks']}>
          {checks.map((check) => (
            <li key={check.id} className={styles['check']}>
              <span className={styles['summary']}>{summaryOf(check)}</span>
              {isKnownCheck(check) && check.severity === 'warn' && (
                <Badge tone="warning">
                  <Trans>only warns</Trans>
                </Badge>
              )}
              {!isReadOnly && isKnownCheck(check) && (
                <IconButton
                  icon={Pencil}
                  size="xs"
                  label={t`Change the check: ${summaryOf(check)}`}
                  onClick={() => setEdited({ id: check.id, check })}
                />
              )}
              {!isReadOnly && (
                <IconButton
                  icon={X}
                  size="xs"
                  label={t`Remove the check: ${summaryOf(check)}`}
                  onClick={() => onChange((streams) => removeCheck(streams, entity, check.id))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <Button size="sm" icon={Plus} onClick={() => setEdited({ id: freeCheckId(checks) })}>
          <Trans>Add a check</Trans>
        </Button>
      )}
      {edited && (
        <Suspense>
          <CheckDialog
            {...edited}
            entity={entity}
            columns={columns.map(({ name }) => name)}
            destinationType={destinationType}
            onSave={(check) => {
              onChange((streams) => putCheck(streams, entity, check))
              setEdited(undefined)
            }}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </fieldset>
  )
}
