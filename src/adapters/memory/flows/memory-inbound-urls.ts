import { defined } from '../../../core/catalog/defined.ts'
import type { InboundUrl } from '../../../core/flows/inbound-url.ts'

/** The addresses by which other systems start flows, by the flow's id. */
export class MemoryInboundUrls extends Map<string, InboundUrl> {
  /** @returns the new address, with the secret that is shown once */
  renew(flowId: string, isPreviousKept: boolean): InboundUrl {
    const known = this.get(flowId)
    const url = {
      url: `https://millrace.example.com/v1/hooks/flows/${flowId}`,
      since: '2026-01-01T00:00:00Z',
      ...defined({ previousUntil: known && isPreviousKept ? '2026-01-02T00:00:00Z' : undefined }),
    }
    this.set(flowId, url)
    return { ...url, secret: 'whsec_shown-once' }
  }
}
