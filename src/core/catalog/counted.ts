import { type Sentence, sentence } from './sentence.ts'

/** “1 row”, “5 rows” */
export const countedRows = (rows: number): Sentence => (rows === 1 ? sentence`1 row` : sentence`${rows} rows`)

/** “1 mail”, “5 mails” */
export const countedMails = (mails: number): Sentence => (mails === 1 ? sentence`1 mail` : sentence`${mails} mails`)
