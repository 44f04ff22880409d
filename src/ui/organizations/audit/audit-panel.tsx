import { Trans, useLingui } from '@lingui/react/macro'
import { Download, ScrollText, SearchX } from 'lucide'
import type { AuditEvent } from '../../../core/audit/audit-event.ts'
import type { AuditFilter } from '../../../core/audit/audit-filter.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { ActionError } from '../../errors/action-error.tsx'
import { ErrorState } from '../../errors/error-state.tsx'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { BreakableText } from '../../kit/breakable-text/breakable-text.tsx'
import { Button } from '../../kit/button/button.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { EmptyState } from '../../kit/empty-state/empty-state.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { Cell, Row, Table } from '../../kit/table/table.tsx'
import panelStyles from '../../layout/settings-panel.module.css'
import { Changes } from '../../lists/changes.tsx'
import { useSettingsUrl } from '../../routing/use-settings-url.ts'
import { AuditFilters } from './audit-filters.tsx'
import { useActionName } from './use-action-name.ts'
import { useAudit, useExportAudit } from './use-audit.ts'

const personOf = ({ actorName, actorUid }: AuditEvent): string => actorName ?? actorUid

const targetOf = ({ targetName, targetId }: AuditEvent) =>
  targetName === undefined ? (
    <span className={panelStyles['quiet']}>{targetId}</span>
  ) : (
    <BreakableText text={targetName} />
  )

/** Who did what, and when. */
export function AuditPanel() {
  const { t } = useLingui()
  const disabledReason = useDisabledReason('audit.read')
  const { filters, filter } = useSettingsUrl()
  const actionName = useActionName()
  const asked = auditFilterOf(filters)
  const { data, isPending, isLoadingError, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useAudit(asked)
  const file = useExportAudit()

  if (disabledReason !== undefined) return <Callout>{disabledReason}</Callout>
  if (isPending) return <SkeletonRows />
  if (isLoadingError) {
    return <ErrorState title={t`The audit log could not be loaded`} error={error} onRetry={() => void refetch()} />
  }

  const events = data.pages.flatMap((page) => page.events)
  if (events.length === 0 && Object.keys(asked).length === 0) {
    return <EmptyState icon={ScrollText} title={<Trans>Nothing has happened yet</Trans>} />
  }
  return (
    <>
      <div className={panelStyles['head']}>
        <AuditFilters events={events} />
        <div>
          <Button icon={Download} isBusy={file.isPending} onClick={() => file.mutate(asked)}>
            <Trans>Export as CSV</Trans>
          </Button>
          <ActionError error={file.error} />
        </div>
      </div>
      {events.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={<Trans>Nothing matches your filters</Trans>}
          actions={
            <Button onClick={() => filter({ action: '', person: '', from: '', to: '' })}>
              <Trans>Clear all</Trans>
            </Button>
          }
        />
      ) : (
        <Table
          label={t`Audit log`}
          rowCount={events.length}
          columns={[
            { label: t`When`, width: '9rem', narrowWidth: '9rem', phoneWidth: '5.5rem' },
            { label: t`Who`, width: '13rem', narrowWidth: '11rem', phoneWidth: '7rem' },
            { label: t`What` },
            { label: t`Concerns`, isSecondary: true },
            { label: t`Address`, isSecondary: true, room: 'some', width: '8.5rem' },
          ]}
        >
          {events.map((event) => (
            <Row key={event.id}>
              <Cell>
                <RelativeTime at={event.at} />
              </Cell>
              <Cell>
                <span className={panelStyles['oneLine']} title={personOf(event)}>
                  {personOf(event)}
                </span>
              </Cell>
              <Cell>
                {actionName(event.action)}
                <span className={panelStyles['onPhone']}>{targetOf(event)}</span>
                {event.changes && <Changes changes={event.changes} />}
              </Cell>
              <Cell isSecondary>
                <span className={panelStyles['long']}>{targetOf(event)}</span>
              </Cell>
              <Cell isSecondary room="some">
                {event.address}
              </Cell>
            </Row>
          ))}
        </Table>
      )}
      {hasNextPage && (
        <div className={panelStyles['more']}>
          <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <Trans>Load more</Trans>
          </Button>
          <ActionError error={error} />
        </div>
      )}
    </>
  )
}

interface InAddress {
  readonly action: string | undefined
  readonly person: string | undefined
  readonly from: string | undefined
  readonly to: string | undefined
}

/** The filter of the address in the form for the log: whole days of this browser's calendar, the last one included. */
function auditFilterOf({ action, person, from, to }: InAddress): AuditFilter {
  const begin = startOf(from, 0)
  const end = startOf(to, 1)
  return defined({ action, actorUid: person, from: begin, to: end })
}

/** The start of a day, some days later; nothing for an invalid day. Without adding 24 hours, because a day may have 23 or 25. */
function startOf(day: string | undefined, daysLater: number): string | undefined {
  const start = new Date(`${day}T00:00`)
  if (Number.isNaN(start.getTime())) return undefined
  start.setDate(start.getDate() + daysLater)
  return start.toISOString()
}
