import type { DestinationPlace, Place, SourcePlace } from './harness.ts'

/** One promise, in a sentence, and how it is tried. */
export interface Case<Tried extends Place = Place> {
  readonly title: string
  try(place: Tried): Promise<void>
}

export type ReadablePlace = Place & { readonly source: SourcePlace }
export type WritablePlace = Place & { readonly destination: DestinationPlace }
