import { sentence } from '../../../core/catalog/sentence.ts'
import { RequestError } from '../../domain/request-error.ts'

/**
 * The query of an address by its names. A name that stands there twice, or beside the same name in the path, is refused: otherwise one part of the
 * server could check one value while another uses the other. @throws RequestError malformed
 */
export function readNamesOnce(
  query: URLSearchParams,
  path: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const given = new Map<string, string>()
  for (const [name, value] of query) {
    if (given.has(name) || Object.hasOwn(path, name)) throw doubled(name)
    given.set(name, value)
  }
  return Object.fromEntries(given)
}

/** A text or one character of structure; numbers and words are of no interest. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs

interface Place {
  /** The names of an object; nothing for an array. */
  readonly names: Set<string> | undefined
  /** The name or the number of the current value. */
  at: string
}

/**
 * Refuses an object that has a name twice, of which JSON.parse would keep the last and other readers the first.
 * @param text valid JSON. @throws RequestError malformed, with the path of the name
 */
export function refuseDuplicateNames(text: string): void {
  const places: Place[] = []
  let isName = false
  for (const [token] of text.matchAll(TOKENS)) {
    const place = places.at(-1)
    if (token === '{' || token === '[') places.push({ names: token === '{' ? new Set() : undefined, at: '0' })
    else if (token === '}' || token === ']') places.pop()
    else if (token === ',' && place && !place.names) place.at = String(Number(place.at) + 1)
    else if (isName && place?.names) {
      place.at = JSON.parse(token) as string
      if (place.names.has(place.at)) throw doubled(places.map(({ at }) => at).join('.'))
      place.names.add(place.at)
    }
    isName = token === '{' || (token === ',' && places.at(-1)?.names !== undefined)
  }
}

/** The same as a sentence, for texts that may be no JSON; nothing for a text without such a name. */
export function duplicateNameIn(text: string): string | undefined {
  try {
    refuseDuplicateNames(text)
    return undefined
  } catch (error) {
    return error instanceof RequestError ? error.message : undefined
  }
}

const doubled = (name: string): RequestError => {
  const field = name.toWellFormed().replaceAll('\0', '\ufffd')
  return new RequestError('malformed', 'DOUBLED', sentence`“${field}” is given twice. Send it once.`, { field })
}
