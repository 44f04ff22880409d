import { Trans, useLingui } from '@lingui/react/macro'
import { Bell, CalendarClock, Ellipsis, type IconNode, Trash2, Undo2, Workflow } from 'lucide'

import type { TrashEntry } from '../../core/trash/trash-entry.ts'
import { RelativeTime } from '../i18n/relative-time.tsx'
import { Button } from '../kit/button/button.tsx'
import { IconButton } from '../kit/icon-button/icon-button.tsx'
import { Menu, MenuItem } from '../kit/menu/menu.tsx'
import { Cell, Row, Table } from '../kit/table/table.tsx'
import { EntryName } from '../lists/entry-name.tsx'
import { Rows } from '../lists/rows.tsx'
import { useRestoreFromTrash } from '../queries/use-trash.ts'
import { useListUrl } from '../routing/use-list-url.ts'
import styles from './trash-table.module.css'
import { useTrashDisabledReason } from './use-trash-disabled-reason.ts'
import { useTrashKindName } from './use-trash-kind-name.ts'

/** What has no system has a picture of its kind. */
const ICONS: Readonly<Record<string, IconNode>> = { flow: Workflow, schedule: CalendarClock, 'alert-channel': Bell }

export function TrashTable({ entries }: { entries: readonly TrashEntry[] }) {
  const { t } = useLingui()
  return (
    <Table
      label={t`Trash`}
      columns={[
        { label: t`Name` },
        { label: t`Deleted`, isSecondary: true, width: '14rem', narrowWidth: '11rem' },
        { label: t`Expires`, isSecondary: true, room: 'some', width: '10rem' },
        { label: t`Actions`, isHidden: true, align: 'end', width: '10rem' },
      ]}
    >
      <Rows items={entries}>{(entry) => <TrashRow key={entry.id} entry={entry} />}</Rows>
    </Table>
  )
}

function TrashRow({ entry }: { entry: TrashEntry }) {
  const { t } = useLingui()
  const { open } = useListUrl()
  const kindName = useTrashKindName()
  const disabledReason = useTrashDisabledReason(entry, 'restore')
  const { mutate: restore, isPending } = useRestoreFromTrash()
  const { id, kind, name, type = '', deletedAt, deletedByName, expiresAt } = entry
  return (
    <Row>
      <Cell>
        <EntryName name={name} type={type} typeLabel={kindName(kind)} icon={ICONS[kind]}>
          <span className={styles['phone']}>
            <RelativeTime at={deletedAt} />
          </span>
        </EntryName>
      </Cell>
      <Cell isSecondary>
        <RelativeTime at={deletedAt} />
        {deletedByName !== undefined && (
          <span className={styles['soft']}>
            <Trans>by {deletedByName}</Trans>
          </span>
        )}
      </Cell>
      <Cell isSecondary room="some">
        <RelativeTime at={expiresAt} />
      </Cell>
      <Cell align="end">
        <div className={styles['actions']}>
          <Button size="sm" icon={Undo2} isBusy={isPending} disabledReason={disabledReason} onClick={() => restore(id)}>
            <span className={styles['word']}>
              <Trans>Restore</Trans>
            </span>
          </Button>
          <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={t`More for ${name}`} />}>
            <MenuItem icon={Trash2} isDanger disabledReason={disabledReason} onSelect={() => open('delete', { id })}>
              <Trans>Delete now</Trans>
            </MenuItem>
          </Menu>
        </div>
      </Cell>
    </Row>
  )
}
