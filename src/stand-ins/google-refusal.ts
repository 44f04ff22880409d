import type { VendorReply } from './vendor-server.ts'

/** An error as the APIs of Google Cloud return it. */
export const refused = (status: number, reason: string, message: string): VendorReply => ({
  status,
  body: { error: { code: status, message, errors: [{ reason, message, domain: 'global' }] } },
})
