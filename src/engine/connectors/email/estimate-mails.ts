import { counted, type Figure, UNKNOWN } from '../../../core/catalog/estimates/figure.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { PlannedWrite, SideEstimate } from '../../ports/estimate.ts'
import { MAX_RECIPIENTS } from './email-settings.ts'
import type { EmailVendor } from './email-vendor.ts'

/** One message for each stream, to all recipients. How many messages are left in the plan of the service, it does not say. */
export function estimateMails(
  writes: readonly PlannedWrite[],
  recipients: number,
  { name, largestAttachment }: Pick<EmailVendor, 'name' | 'largestAttachment'>,
): SideEstimate {
  return {
    figures: {
      mails: counted(writes.length),
      recipients: counted(writes.length * recipients),
      calls: counted(writes.length),
    },
    quotas: [
      { name: 'recipients_a_mail', most: MAX_RECIPIENTS, needed: counted(recipients), left: counted(MAX_RECIPIENTS) },
      {
        name: 'attachment_bytes',
        most: largestAttachment,
        needed: largestOf(writes.map(({ bytes }) => bytes)),
        left: counted(largestAttachment),
      },
    ],
    notes: [sentence`How many messages are left in your plan at ${name} is not known here.`],
  }
}

/** Unknown if one of them is: it could be the largest. */
function largestOf(sizes: readonly Figure[]): Figure {
  if (sizes.some(({ amount }) => amount === undefined)) return UNKNOWN
  return sizes.reduce((largest, size) => ((size.amount ?? 0) > (largest.amount ?? 0) ? size : largest), counted(0))
}
