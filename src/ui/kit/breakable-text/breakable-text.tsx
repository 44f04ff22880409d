import { Fragment } from 'react'

/** Parts of this length are kept together. */
const KEPT = 20

/** An address is cut after its @; what is still long, and any other text, after the signs that join words. */
const partsOf = (text: string): readonly string[] =>
  text
    .split(/(?<=@)/)
    .flatMap((part, _, all) => (all.length > 1 && part.length <= KEPT ? [part] : part.split(/(?<=[._/])(?=[^._/])/)))

/** A name or address without spaces: where there is no room it goes on after a sign, as `ada@` and `example.com`, and not within a word. */
export const BreakableText = ({ text }: { readonly text: string }) =>
  partsOf(text).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
