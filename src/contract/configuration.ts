import type { Sandbox } from '../core/catalog/sandbox.ts'

/**
 * `/config.json`: what one build of the client needs to know about the deployment that serves it. No schema: it is read
 * before anything else, and would bring the schema library to sign-in for itself alone.
 */
export interface ClientConfiguration {
  /** Where the API answers; empty means the page's own origin. */
  readonly apiHost: string
  /** Of the server that answers there, where it is one of ours. */
  readonly version?: string | null | undefined
  readonly firebase: { readonly projectId: string; readonly apiKey: string; readonly authDomain: string }
  /** Of the sign-in service that keeps accounts on this machine, where this is a local installation. */
  readonly authEmulatorOrigin?: string | null | undefined
  /** What can be bought where the API has no list of plans; the name is the identifier where it is absent. */
  readonly plans?: readonly { readonly id: string; readonly name?: string | undefined }[] | null | undefined
  /** Set when stand-ins answer in place of vendors. */
  readonly sandbox?: Sandbox | null | undefined
}
