import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Ellipsis, History, KeyRound, Send, SquarePen, Trash2 } from 'lucide'

import type { AlertChannel } from '../../core/alerts/alert-channel.ts'
import { errorText } from '../errors/error-text.ts'
import { ChangedBy } from '../i18n/changed-by.tsx'
import { Badge } from '../kit/badge/badge.tsx'
import { Button } from '../kit/button/button.tsx'
import { IconButton } from '../kit/icon-button/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../kit/menu/menu.tsx'
import { Cell, Row } from '../kit/table/table.tsx'
import { useLastChanges } from '../queries/use-last-changes.ts'
import { useSettingsUrl } from '../routing/use-settings-url.ts'
import styles from './alerts.module.css'
import { isEditable } from './channel-draft.ts'
import { ChannelHealth } from './channel-health.tsx'
import { channelName } from './channel-name.ts'
import { TestAnswer } from './test-answer.tsx'
import { useRotateAlertSecret, useTakeOverAlertChannel, useTestAlertChannel } from './use-alerts.ts'
import { useEventNames } from './use-event-names.ts'
import { useKindNames } from './use-kind-names.ts'

interface ChannelRowProps {
  readonly channel: AlertChannel
  onRenewed(channel: AlertChannel): void
  onShowSent(): void
}

export function ChannelRow({ channel, onRenewed, onShowSent }: ChannelRowProps) {
  const { t, i18n } = useLingui()
  const { open } = useSettingsUrl()
  const eventNames = useEventNames()
  const { mutate: test, isPending: isTesting, data: answer, error } = useTestAlertChannel()
  const { mutate: rotate } = useRotateAlertSecret()
  const { id, kind, events, rejectsAbove, flowIds, codeFile, lastDelivery } = channel
  const { mutate: takeOver } = useTakeOverAlertChannel()
  const change = useLastChanges('alert_channels')(id)
  const name = channelName(channel)
  const kindNames: Readonly<Record<string, string>> = useKindNames()
  return (
    <Row>
      <Cell>
        <div className={styles['channel']}>
          <span className={styles['name']}>{name}</span>
          <span className={styles['kind']}>
            <span className={styles['quiet']}>{kindNames[kind] ?? kind}</span>
            {change && <ChangedBy at={change.at} by={change.by} />}
          </span>
          {codeFile !== undefined && (
            <span className={styles['quiet']}>
              <Trans>Owned by the file {codeFile}</Trans>
            </span>
          )}
          {!answer && <ChannelHealth last={lastDelivery} />}
          {answer && <TestAnswer delivery={answer} />}
          {error && <span className={styles['error']}>{errorText(i18n, error)}</span>}
        </div>
      </Cell>
      <Cell isSecondary>
        <span className={styles['badges']}>
          {events.map((event) => (
            <Badge key={event}>
              {event === 'rejected' && rejectsAbove > 0
                ? `${eventNames.rejected} > ${rejectsAbove} %`
                : eventNames[event]}
            </Badge>
          ))}
        </span>
      </Cell>
      <Cell isSecondary>
        {flowIds === undefined ? (
          <Trans>All flows</Trans>
        ) : (
          <Plural value={flowIds.length} one="# flow" other="# flows" />
        )}
      </Cell>
      <Cell align="end">
        <div className={styles['actions']}>
          <Button size="sm" icon={Send} isBusy={isTesting} onClick={() => test(id)}>
            <Trans>Send a test</Trans>
          </Button>
          <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={t`More for ${name}`} />}>
            {isEditable(channel) && (
              <MenuItem icon={SquarePen} onSelect={() => open('edit', id)}>
                <Trans>Edit</Trans>
              </MenuItem>
            )}
            <MenuItem icon={History} onSelect={onShowSent}>
              <Trans>Show its messages</Trans>
            </MenuItem>
            {codeFile !== undefined && (
              <MenuItem icon={SquarePen} onSelect={() => takeOver(id)}>
                <Trans>Take over in the application</Trans>
              </MenuItem>
            )}
            {kind === 'webhook' && codeFile === undefined && (
              <MenuItem icon={KeyRound} onSelect={() => rotate(id, { onSuccess: onRenewed })}>
                <Trans>Renew the secret</Trans>
              </MenuItem>
            )}
            {(isEditable(channel) || codeFile !== undefined) && <MenuSeparator />}
            <MenuItem icon={Trash2} isDanger onSelect={() => open('delete', id)}>
              <Trans>Remove</Trans>
            </MenuItem>
          </Menu>
        </div>
      </Cell>
    </Row>
  )
}
