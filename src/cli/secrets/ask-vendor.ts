import { CommandFailure } from '../command-failure.ts'

const TIMEOUT_MS = 20_000

/** The answer of a secret manager. @param vendor its name for people @throws CommandFailure when it does not answer */
export async function askVendor(vendor: string, request: Request): Promise<Response> {
  return fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' }).catch(() => {
    throw new CommandFailure(`${vendor} does not answer at ${new URL(request.url).origin}.`)
  })
}

/** A reason of the vendor, without whatever is too long for a line. */
export const refusal = (vendor: string, place: string, reason: unknown): CommandFailure =>
  new CommandFailure(`${vendor} refuses ${place}: ${String(reason).slice(0, 300)}`)

/** `shop/db#password` is the field `password` of what is at `shop/db`. */
export function splitPlace(place: string): { readonly path: string; readonly field: string | undefined } {
  const [path = '', field] = place.split('#')
  return { path, field }
}

/** The field of a secret that is a JSON object. @throws CommandFailure when it has no such field */
export function fieldOf(vendor: string, place: string, content: unknown, field: string): string {
  const value =
    typeof content === 'object' && content !== null ? (content as Record<string, unknown>)[field] : undefined
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new CommandFailure(`${vendor}: ${place} has no field "${field}" with a text.`)
}

/** A variable that the source needs. @throws CommandFailure */
export function needed(environment: Readonly<Record<string, string | undefined>>, name: string, why: string): string {
  const value = environment[name]
  if (value !== undefined && value !== '') return value
  throw new CommandFailure(`${name} is not set. ${why}`)
}

/** JSON of an answer; nothing for anything else. */
export const jsonOf = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
