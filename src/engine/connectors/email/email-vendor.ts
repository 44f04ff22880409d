import type { Sentence } from '../../../core/catalog/sentence.ts'
import type { EmailAddress } from './email-address.ts'
import type { MessageBody } from './message-body.ts'

export interface EmailMessage extends MessageBody {
  readonly from: EmailAddress
  readonly to: readonly EmailAddress[]
  readonly subject: string
  readonly attachment: { readonly filename: string; readonly content: Buffer }
}

/** A mail service. None of them can recognize a message that it has already received. */
export interface EmailVendor {
  readonly name: string
  /** The largest attachment, in bytes before its encoding. */
  readonly largestAttachment: number
  /** Whether the key is good. @returns what was found, for a person. @throws VendorError */
  check(): Promise<Sentence>
  /** @throws VendorError, whose `isAmbiguous` tells whether the message may have been taken; never sends twice by itself */
  send(message: EmailMessage): Promise<void>
}
