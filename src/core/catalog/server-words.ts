import { type Sentence, sentence } from './sentence.ts'

/** The name of the server at the beginning of a sentence, and after “to” within one: some languages inflect it. */
interface ServerWords {
  readonly first: Sentence
  readonly within: Sentence
}

/** As long as it is unknown at which end the server is. */
export const SERVER: ServerWords = { first: sentence`The server`, within: sentence`the server` }

const SIDED: Readonly<Record<'source' | 'destination', ServerWords>> = {
  source: { first: sentence`The source server`, within: sentence`the source server` },
  destination: { first: sentence`The destination server`, within: sentence`the destination server` },
}

/** The same sentence, where the server is the one of the source or of the destination. */
export function withServerAt({ template, values }: Sentence, side: keyof typeof SIDED): Sentence {
  const isSame = (one: Sentence, other: (typeof values)[number]) =>
    typeof other === 'object' && one.template === other.template
  return {
    template,
    values: values.map((value) =>
      isSame(SERVER.first, value) ? SIDED[side].first : isSame(SERVER.within, value) ? SIDED[side].within : value,
    ),
  }
}
