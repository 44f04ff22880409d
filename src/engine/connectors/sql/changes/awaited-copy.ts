import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'

export interface AwaitedCopy {
  readonly awaits: NonNullable<TargetRequest['awaits']>
  /** What the rows of the copy see. */
  readonly moment: string | undefined
}

/**
 * @param since what the mirror waits for, as its state says; nothing if it does not wait
 * @throws ConnectorError `COPY_NOT_AWAITED` if the mirror does not wait for this copy: it would take back what was followed since
 */
export function refuseUnawaited(
  target: string,
  since: string | null | undefined,
  { awaits, moment }: AwaitedCopy,
): void {
  if (since == null || moment === undefined) throw notAwaited(target)
  if (!awaits(moment, since)) throw tooOld(target)
}

const notAwaited = (target: string) =>
  new ConnectorError({
    code: 'COPY_NOT_AWAITED',
    message: sentence`The mirror does not wait for a copy of ${target}.`,
    hint: sentence`Nothing was changed. To copy the table again, ask for it on the page of the mirror.`,
  })

const tooOld = (target: string) =>
  new ConnectorError({
    code: 'COPY_TOO_OLD',
    message: sentence`The rows of ${target} were read too early: transactions that were open when the mirror began to wait may be missing.`,
    hint: sentence`Nothing was changed. Run again.`,
  })
