import type { AlertChannelKind, ChannelEvent } from '../../../core/catalog/alert-events.ts'
import type { CodeAction, CodeKind } from '../../../core/catalog/code/code-documents.ts'
import type { Capability, ConnectionType } from '../../../core/catalog/connections/connection-types.ts'
import type { IntegrationType } from '../../../core/catalog/connections/integration-types.ts'
import type { Sentence } from '../../../core/catalog/sentence.ts'
import type { After, FlowConfig } from '../../store/flows/flow-config.ts'
import type { AuditChange } from '../../store/organizations/audit.ts'

interface Named {
  /** Of the organization from which it was exported. */
  readonly id?: string | undefined
  readonly name: string
}

type Settings = Readonly<Record<string, unknown>>

export interface IntegrationDocument extends Named {
  readonly kind: 'integration'
  readonly type: IntegrationType
  /** Secrets as references. */
  readonly credentials: Settings
}

export interface ConnectionDocument extends Named {
  readonly kind: 'connection'
  readonly type: ConnectionType
  readonly capability: Capability
  /** The name or the id of the integration that it is over. */
  readonly integration?: string | undefined
  /** Credentials of its own. */
  readonly credentials?: Settings | undefined
  readonly config: Settings
}

export interface FlowDocument extends Named {
  readonly kind: 'flow'
  readonly enabled: boolean
  /** The names or the ids of its connections. */
  readonly source: string
  readonly destination: string
  readonly config: Omit<FlowConfig, 'after'>
  /** The names or the ids of the flows after which it starts. */
  readonly after?: { readonly flows: readonly string[]; readonly when: After['when'] } | undefined
  readonly freshnessMinutes: number | null
  /** The address of a person; absent, or of nobody here: whoever owns it already, or makes it. */
  readonly owner?: string | undefined
  readonly tags: readonly string[]
  /** Whether its file owns it. */
  readonly isOwned: boolean
}

export interface ChannelDocument extends Named {
  readonly kind: 'alert-channel'
  readonly type: AlertChannelKind
  /** Its address and its keys; those that are secret as references. */
  readonly credentials: Settings
  readonly recipients: readonly string[]
  readonly events: readonly ChannelEvent[]
  readonly rejectsAbove: number
  /** The names or the ids of the flows that it watches. Absent: all. */
  readonly flows?: readonly string[] | undefined
  /** Whether its file owns it. */
  readonly isOwned: boolean
}

export type CodeDocument = IntegrationDocument | ConnectionDocument | FlowDocument | ChannelDocument

/** A document with its place: the file, and its position among all documents of a plan. */
export interface PlacedDocument<Document extends CodeDocument = CodeDocument> {
  readonly at: number
  readonly file: string
  readonly document: Document
}

/** Something that is wrong with a document. */
export interface CodeFault {
  readonly at: number
  /** The path in the document, `streams.0.mode`. */
  readonly field?: string
  readonly sentence: Sentence
  /** The reference of a secret that is needed and has no value. */
  readonly secret?: string
}

export interface CodeChange {
  readonly action: CodeAction
  readonly kind: CodeKind
  readonly name: string
  readonly previousName?: string
  /** The position of the document; absent for what is removed. */
  readonly at?: number
  readonly id: string
  readonly changes: readonly AuditChange[]
}
