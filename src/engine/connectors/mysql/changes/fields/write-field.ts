import type { TextRows } from '../../../../formats/changes/text-rows.ts'

/** Writes one value, which is not NULL, as a field in COPY's text format. Its bytes are those of the log, without the length before them. */
export type WriteField = (rows: TextRows, bytes: Buffer, from: number, to: number) => void
