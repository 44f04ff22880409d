import { Fragment } from 'react'

/** Signs after which a reader expects the rest on the next line. */
const AFTER_SIGN = /(?<=[@._/])(?=[^@._/])/

/** A name or address without spaces: where there is no room it goes on after a sign, as `ada@` and `example.com`, and not within a word. */
export const BreakableText = ({ text }: { readonly text: string }) =>
  text.split(AFTER_SIGN).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
