import { z } from 'zod/mini'
import { GOOGLE_ERRORS } from '../../../../core/catalog/errors/google-errors.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import type { Problem } from '../../../ports/connector.ts'
import { knownProblem } from '../../../ports/known-problem.ts'
import { jsonIn, type VendorAnswer } from '../../vendor-api/vendor-call.ts'
import { reconnect } from './google-access.ts'

const errorBody = z.object({
  error: z.object({
    message: z.string(),
    details: z.optional(z.array(z.object({ reason: z.optional(z.string()) }))),
  }),
})

/** Maps a refusal of the Sheets API to a problem for a person. */
export function explainSheets(answer: VendorAnswer): Partial<Problem> | undefined {
  const { data } = z.safeParse(errorBody, jsonIn(answer))
  const text = data?.error.message ?? ''
  const reasons = data?.error.details?.map(({ reason }) => reason) ?? []
  switch (answer.status) {
    case 400:
      return explainInvalid(text)
    case 401:
      return reconnect
    case 403:
      for (const reason of reasons) {
        const known = reason !== undefined && GOOGLE_ERRORS[reason]
        if (known) return knownProblem(known, text)
      }
      return {
        message: sentence`The Google account is not allowed to do this: ${text}`,
        hint: sentence`Share the spreadsheet with the account, as a viewer to read and as an editor to write; a protected range keeps editors out too.`,
        field: 'spreadsheet_id',
      }
    case 404:
      return {
        code: 'SPREADSHEET_NOT_FOUND',
        message: sentence`There is no spreadsheet with this id, or the Google account cannot see it.`,
        hint: sentence`Check the id, and share the spreadsheet with the account that was connected.`,
        field: 'spreadsheet_id',
      }
    default:
      return undefined
  }
}

function explainInvalid(text: string): Partial<Problem> {
  if (/Unable to parse range/.test(text)) {
    return {
      code: 'ENTITY_NOT_FOUND',
      message: sentence`The tab is gone: it was renamed or deleted.`,
      hint: sentence`Check that the spreadsheet still has the tab. For a source, discover the connection again and choose the table again.`,
    }
  }
  if (/limit of 10000000 cells/.test(text)) {
    return {
      code: 'SPREADSHEET_FULL',
      message: sentence`${text}`,
      hint: sentence`Delete tabs or rows that are not needed, or use another spreadsheet.`,
    }
  }
  return { message: sentence`Google Sheets refused: ${text}` }
}
