import { type Sentence, sentence } from './sentence.ts'

/** How the server is called at the beginning of a sentence, and after “to” within one: languages decline it. */
interface ServerWords {
  readonly first: Sentence
  readonly within: Sentence
}

/** For as long as nobody knows at which end it stands. */
export const SERVER: ServerWords = { first: sentence`The server`, within: sentence`the server` }

const SIDED: Readonly<Record<'source' | 'destination', ServerWords>> = {
  source: { first: sentence`The source server`, within: sentence`the source server` },
  destination: { first: sentence`The destination server`, within: sentence`the destination server` },
}

/** The same sentence, in which the server is that of the source or of the destination. */
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
