/** What a run did, as a document to be kept: a person, or a program of theirs, reads it, and we do not. */
export type RunReceipt = Readonly<Record<string, unknown>>
