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
  /** Checks the key. @returns a description of the key for a person. @throws VendorError */
  check(): Promise<Sentence>
  /** @throws VendorError; its `isAmbiguous` says whether the service may have accepted the message. Never sends twice by itself */
  send(message: EmailMessage): Promise<void>
}
