/** What a run did, as a document to be stored: a person, or their program, reads it; our client does not. */
export type RunReceipt = Readonly<Record<string, unknown>>
