import type { Limits } from '../core/catalog/limits.ts'
import type { Sandbox } from '../core/catalog/sandbox.ts'

/**
 * `/config.json`: the facts that a build of the client needs about its deployment. No schema: it is read
 * before anything else, and would load the schema library at sign-in only for itself.
 */
export interface ClientConfiguration {
  /** The address of the API; empty means the page's own origin. */
  readonly apiHost: string
  /** The version of that server, if it is one of ours. */
  readonly version?: string | null | undefined
  readonly firebase: { readonly projectId: string; readonly apiKey: string; readonly authDomain: string }
  /** The address of the sign-in service for local accounts, in a local installation. */
  readonly authEmulatorOrigin?: string | null | undefined
  /** The plans if the API has no list of plans; the name defaults to the identifier. */
  readonly plans?: readonly { readonly id: string; readonly name?: string | undefined }[] | null | undefined
  /** How much people can make here. */
  readonly limits?: Limits | null | undefined
  /** Set when stand-ins answer in place of vendors. */
  readonly sandbox?: Sandbox | null | undefined
}
