import { RUN_STATES } from '../../core/catalog/runs/run-states.ts'
import { FLOW_STATES, TEST_STATES } from './search.ts'

type Search = Readonly<Record<string, unknown>>

/** The states of each list: the lists share one form of address, and a word of another list is none of theirs. */
const STATES: Readonly<Record<string, readonly unknown[]>> = {
  '/flows': FLOW_STATES,
  '/runs': RUN_STATES,
  '/sources': TEST_STATES,
  '/destinations': TEST_STATES,
}

const LONGEST = 60

/**
 * What an address asks for and its page does not have, such as `view=nonsense`: the page is shown without it.
 * @param read what the page has read of the address
 */
export function unknownWords(pathname: string, address: Search, read: Search): readonly string[] {
  const isKnown = (name: string) =>
    name === 'state' && pathname in STATES ? STATES[pathname]?.includes(read[name]) : read[name] !== undefined
  return Object.keys(read)
    .filter((name) => !isEmpty(address[name]) && !isKnown(name))
    .map((name) => `${name}=${textOf(address[name])}`)
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

function textOf(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
