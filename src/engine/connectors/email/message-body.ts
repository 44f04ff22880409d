import type { Field } from '../../ports/value-type.ts'

export const SHOWN_ROWS = 100

/** Only the beginning of a long text is shown; the attachment has all of it. */
const SHOWN_CHARACTERS = 200

export interface MessageRows {
  readonly columns: readonly string[]
  /** At most `SHOWN_ROWS`. */
  readonly first: readonly (readonly Field[])[]
  readonly count: number
}

/** The visible message: the text, then the rows as a table. */
export interface MessageBody {
  readonly text: string
  readonly html: string
}

export function messageBody(words: string, rows: MessageRows): MessageBody {
  const note = noteOn(rows)
  return {
    text: [words, textTable(rows), note].filter((part) => part !== '').join('\n\n'),
    html: `<!doctype html><html><body style="font-family:sans-serif">${paragraphs(words)}${htmlTable(rows)}<p>${escapeHtml(note)}</p></body></html>`,
  }
}

function noteOn({ first, count }: MessageRows): string {
  const shown = first.length < count ? `The first ${first.length} of ${count} rows. ` : ''
  const shortened = first.some((row) => row.some((field) => (field ?? '').length > SHOWN_CHARACTERS))
  return `${shown}${shortened ? 'Long texts are shortened. ' : ''}All rows and texts are in the attachment.`
}

/** Half of a character would make the whole message invalid. */
const short = (field: Field): string =>
  field !== null && field.length > SHOWN_CHARACTERS
    ? `${field.slice(0, SHOWN_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')}…`
    : (field ?? '')

const textTable = ({ columns, first }: MessageRows): string =>
  first.length === 0
    ? ''
    : [columns, ...first].map((row) => row.map((field) => short(field).replace(/\s+/g, ' ')).join(' | ')).join('\n')

const CELL = 'style="border:1px solid #ccc;padding:4px 8px;text-align:left"'

function htmlTable({ columns, first }: MessageRows): string {
  if (first.length === 0) return ''
  const line = (tag: string, row: readonly Field[]) =>
    `<tr>${row.map((field) => `<${tag} ${CELL}>${escapeHtml(short(field))}</${tag}>`).join('')}</tr>`
  const body = first.map((row) => line('td', row)).join('')
  return `<table style="border-collapse:collapse"><thead>${line('th', columns)}</thead><tbody>${body}</tbody></table>`
}

const paragraphs = (words: string): string =>
  words
    .split(/\n{2,}/)
    .map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('')

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
