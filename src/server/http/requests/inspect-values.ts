import { sentence } from '../../../core/catalog/sentence.ts'
import { RequestError } from '../../domain/request-error.ts'

const MAX_DEPTH = 32

/** A flow with thousands of tables stays below; above it, the list of errors alone would fill the memory. */
const MAX_VALUES = 50_000

/**
 * Checks everything that a caller sent, before a schema does: texts that no database can store are refused with the name of
 * their field. @throws RequestError malformed
 */
export function inspectValues(value: unknown): void {
  let count = 0

  const inspect = (value: unknown, path: readonly string[]): void => {
    if (typeof value === 'string') refuseOddText(value, path)
    if (value === null || typeof value !== 'object') return
    if (path.length >= MAX_DEPTH) throw tooDeep()
    count += Array.isArray(value) ? value.length : Object.keys(value).length
    if (count > MAX_VALUES) throw tooMany(path)
    const entries = Object.entries(value)
    for (const [name, inner] of entries) {
      const innerPath = [...path, name]
      if (!Array.isArray(value)) refuseOddText(name, innerPath)
      inspect(inner, innerPath)
    }
  }
  inspect(value, [])
}

/** Refuses a text before it is parsed: a megabyte of brackets becomes 30 MB of objects. @throws RequestError malformed */
export function refuseDeepText(json: string): void {
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (sign === '{' || sign === '[') depth++
    else if (sign === '}' || sign === ']') depth--
    else if (sign === '"') at = endOfText(json, at)
    if (depth > MAX_DEPTH) throw tooDeep()
  }
}

/** @returns where the quotation mark stands that ends a text, or the end of all */
function endOfText(json: string, begin: number): number {
  for (let end = json.indexOf('"', begin + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let escapes = 0
    while (json[end - 1 - escapes] === '\\') escapes++
    if (escapes % 2 === 0) return end
  }
  return json.length
}

const tooDeep = () => new RequestError('malformed', 'TOO_DEEP', sentence`The request body is nested too deeply.`)

/** A zero byte, or half of a surrogate pair: JSON can contain both, UTF-8 and Postgres cannot. */
function refuseOddText(text: string, path: readonly string[]): void {
  const what = text.includes('\0')
    ? sentence`a zero byte (U+0000)`
    : text.isWellFormed()
      ? undefined
      : sentence`half a character`
  if (what === undefined) return
  const field = path.join('.').toWellFormed().replaceAll('\0', '\ufffd')
  throw new RequestError(
    'malformed',
    'ODD_TEXT',
    sentence`${field}: the text contains ${what}, which cannot be stored. Remove it.`,
    {
      field,
    },
  )
}

function tooMany(path: readonly string[]): RequestError {
  const field = path.join('.')
  const message =
    field === ''
      ? sentence`The request contains more than 50,000 values.`
      : sentence`${field}: the request contains more than 50,000 values.`
  return new RequestError('malformed', 'TOO_MANY_VALUES', message, { field })
}
