import { Trans, useLingui } from '@lingui/react/macro'
import { Link2, RefreshCw, Trash2 } from 'lucide'
import { useState } from 'react'
import { defined } from '../../../core/catalog/defined.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { type InboundUrl, signedCallExample } from '../../../core/flows/inbound-url.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { errorText } from '../../errors/error-text.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { Button } from '../../kit/button/button.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { Checkbox } from '../../kit/checkbox/checkbox.tsx'
import { CopyText } from '../../kit/copy-text/copy-text.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import styles from './inbound-url.module.css'
import { useInboundUrl, useRemoveInboundUrl, useRenewInboundUrl } from './use-inbound-url.ts'

interface InboundUrlDialogProps {
  readonly flow: Flow
  onClose(): void
}

/** The URL by which other programs start a flow: its secret once, an example, and when it was used. */
export function InboundUrlDialog({ flow, onClose }: InboundUrlDialogProps) {
  const { t, i18n } = useLingui()
  const { data: known, isPending, isLoadingError, error, refetch } = useInboundUrl(flow.id)
  const renewing = useRenewInboundUrl(flow.id)
  const removing = useRemoveInboundUrl(flow.id)
  const disabledReason = useDisabledReason('flow.write')
  // Shown until the dialog closes, and never again.
  const secret = known ? renewing.data?.secret : undefined
  const failure = renewing.error ?? removing.error
  return (
    <Dialog
      size="lg"
      title={<Trans>Inbound URL</Trans>}
      description={t`A signed call starts “${flow.name}”.`}
      onClose={onClose}
    >
      <div className={styles['stack']}>
        {isPending && <SkeletonRows count={3} />}
        {isLoadingError && (
          <ErrorState title={t`The inbound URL could not be loaded`} error={error} onRetry={() => void refetch()} />
        )}
        {known === null && (
          <div className={styles['actions']}>
            <Button
              variant="primary"
              icon={Link2}
              isBusy={renewing.isPending}
              disabledReason={disabledReason}
              onClick={() => renewing.mutate(true)}
            >
              <Trans>Create the URL</Trans>
            </Button>
          </div>
        )}
        {known && (
          <>
            <CopyText label={t`Address`} text={known.url} />
            {secret !== undefined && (
              <>
                <CopyText label={t`Secret`} text={secret} />
                <Callout tone="warning">
                  <Trans>Shown only now. Whoever knows it can start the flow.</Trans>
                </Callout>
              </>
            )}
            <Facts url={known} />
            <CopyText label={t`Example for a shell`} text={signedCallExample(defined({ url: known.url, secret }))} />
            <Changes
              disabledReason={disabledReason}
              isBusy={renewing.isPending || removing.isPending}
              onRenew={renewing.mutate}
              onRemove={() => removing.mutate(undefined, { onSuccess: () => renewing.reset() })}
            />
          </>
        )}
        {failure && <Callout tone="danger">{errorText(i18n, failure)}</Callout>}
      </div>
    </Dialog>
  )
}

/** When it was used, and until when the secret before is valid. */
function Facts({ url: { since, usedAt, previousUntil } }: { url: InboundUrl }) {
  const { dateTime } = useFormats()
  return (
    <p className={styles['facts']}>
      {usedAt === undefined ? (
        <Trans>Not used yet.</Trans>
      ) : (
        <Trans>
          Last used <RelativeTime at={usedAt} />.
        </Trans>
      )}{' '}
      <Trans>
        The secret was created <RelativeTime at={since} />.
      </Trans>{' '}
      {previousUntil !== undefined && <Trans>The one before is valid until {dateTime(previousUntil)}.</Trans>}
    </p>
  )
}

interface ChangesProps {
  readonly disabledReason: string | undefined
  readonly isBusy: boolean
  onRenew(isPreviousKept: boolean): void
  onRemove(): void
}

function Changes({ disabledReason, isBusy, onRenew, onRemove }: ChangesProps) {
  const [isPreviousKept, keepPrevious] = useState(true)
  const [isAsking, ask] = useState(false)
  if (isAsking) {
    return (
      <Callout
        tone="danger"
        title={<Trans>Remove the URL?</Trans>}
        actions={
          <>
            <Button size="sm" variant="danger" isBusy={isBusy} onClick={onRemove}>
              <Trans>Remove the URL</Trans>
            </Button>
            <Button size="sm" onClick={() => ask(false)}>
              <Trans>Cancel</Trans>
            </Button>
          </>
        }
      >
        <Trans>Calls are refused from now on.</Trans>
      </Callout>
    )
  }
  return (
    <div className={styles['actions']}>
      <Button icon={RefreshCw} isBusy={isBusy} disabledReason={disabledReason} onClick={() => onRenew(isPreviousKept)}>
        <Trans>Renew the secret</Trans>
      </Button>
      <Checkbox
        label={<Trans>The old secret stays valid for a day</Trans>}
        checked={isPreviousKept}
        onChange={keepPrevious}
      />
      <Button icon={Trash2} variant="ghost" disabledReason={disabledReason} onClick={() => ask(true)}>
        <Trans>Remove</Trans>
      </Button>
    </div>
  )
}
