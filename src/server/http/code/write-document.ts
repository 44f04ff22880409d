import { stringify } from 'yaml'

import { FORMAT_OF_KIND } from '../../../core/catalog/code/code-documents.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { ChannelDocument, CodeDocument, FlowDocument } from '../../domain/code/code-document.ts'

/** A document as the text of a file: in the order in which people read it, without what says nothing. */
export const writeDocument = (document: CodeDocument): string =>
  stringify({ millrace: FORMAT_OF_KIND[document.kind], ...partsOf(document) }, { lineWidth: 0 })

function partsOf(document: CodeDocument): object {
  if (document.kind === 'alert-channel') return channelParts(document)
  return withoutEmpty(document.kind === 'flow' ? flowParts(document) : document)
}

/** A channel that watches no flow is another one than a channel that watches all. */
const channelParts = ({
  kind,
  id,
  name,
  type,
  rejectsAbove,
  flows,
  isOwned,
  ...document
}: ChannelDocument): object => ({
  kind,
  id,
  name,
  type,
  ...withoutEmpty({ credentials: document.credentials, recipients: document.recipients, events: document.events }),
  ...defined({
    rejects_above: rejectsAbove > 0 ? rejectsAbove : undefined,
    flows,
    owned_by_code: isOwned || undefined,
  }),
})

const flowParts = ({
  config,
  after,
  freshnessMinutes,
  owner,
  tags,
  isOwned,
  kind,
  id,
  name,
  ...ends
}: FlowDocument): object => {
  const { schedule, streams, transformations, ...rest } = config
  return {
    kind,
    id,
    name,
    ...ends,
    schedule,
    after,
    freshness_minutes: freshnessMinutes,
    owner,
    tags: tags.length > 0 ? tags : undefined,
    streams: streams.map(inReadingOrder),
    transformations,
    ...rest,
    ...defined({ owned_by_code: isOwned || undefined }),
  }
}

/** The store keeps fields in an order of its own. */
const inReadingOrder = <T extends { readonly entity: string; readonly target?: unknown; readonly mode: unknown }>({
  entity,
  target,
  mode,
  ...rest
}: T): object => ({ entity, target, mode, ...rest })

/** Absent values, and empty lists and objects, mean the same. */
const withoutEmpty = (value: object): object =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
      const kept = Array.isArray(inner)
        ? inner.map((item: unknown) => (isObject(item) ? withoutEmpty(item) : item))
        : isObject(inner)
          ? withoutEmpty(inner)
          : inner
      const isEmpty = kept === null || kept === undefined || (isObject(kept) && Object.keys(kept).length === 0)
      return isEmpty ? [] : [[name, kept]]
    }),
  )

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
