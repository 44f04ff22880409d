import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide'

import type { MirrorWindow } from '../../../core/mirrors/mirror.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Button } from '../../kit/button/button.tsx'
import { CopyText } from '../../kit/copy-text/copy-text.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Cell, Row, Table } from '../../kit/table/table.tsx'
import { download } from '../../services/download.ts'
import styles from './window-receipt.module.css'

interface WindowReceiptProps {
  readonly window: MirrorWindow
  onClose(): void
}

/** What arrived in a minute, from where to where in the log, and the hash that the next receipt contains. */
export function WindowReceipt({ window, onClose }: WindowReceiptProps) {
  const { t } = useLingui()
  const { minute, time, number } = useFormats()
  const { beganAt, endedAt, positionFrom, positionTo, transactions, tables, hash, previousHash } = window
  const facts = [
    [t`From`, positionFrom ?? '–'],
    [t`To`, positionTo],
    [t`Transactions`, number(transactions)],
  ]
  return (
    <Dialog
      title={<Trans>Receipt {window.number}</Trans>}
      description={`${minute(beganAt)} – ${time(endedAt)}`}
      footer={
        <Button
          icon={Download}
          onClick={() => download(`receipt ${window.number}.json`, 'application/json', JSON.stringify(window, null, 2))}
        >
          <Trans>Download</Trans>
        </Button>
      }
      onClose={onClose}
    >
      <dl className={styles['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Table
        label={t`Changes by table`}
        columns={[
          { label: t`Table` },
          { label: t`Added`, align: 'end' },
          { label: t`Changed`, align: 'end' },
          { label: t`Removed`, align: 'end' },
        ]}
      >
        {tables.map(({ entity, inserted, updated, deleted }) => (
          <Row key={entity}>
            <Cell>{entity}</Cell>
            <Cell align="end">{number(inserted)}</Cell>
            <Cell align="end">{number(updated)}</Cell>
            <Cell align="end">{number(deleted)}</Cell>
          </Row>
        ))}
      </Table>
      {tables.map(
        ({ entity, unsigned }) =>
          unsigned !== undefined && (
            <p key={entity}>
              <Plural
                value={unsigned}
                one={`1 value of ${entity} is -0 at the source and 0 in the destination.`}
                other={`${number(unsigned)} values of ${entity} are -0 at the source and 0 in the destination.`}
              />
            </p>
          ),
      )}
      <CopyText label={t`Hash`} text={hash} />
      {previousHash !== undefined && <CopyText label={t`Hash of the receipt before`} text={previousHash} />}
    </Dialog>
  )
}
