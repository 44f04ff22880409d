/**
 * The kind of values in a column, in any system. Two systems with different types meet here: a source declares it for its
 * columns, and a destination chooses its own type that stores all of it.
 *
 * In the format `common-text` each kind has one notation. Fields of a row are joined and escaped as in the text format of Postgres's COPY
 * (tab between fields, `\N` for NULL, `\\ \b \f \n \r \t \v` escaped), one row per CopyData message, ended by a newline, in UTF-8.
 *
 * | kind | common text |
 * |---|---|
 * | boolean | `t` `f` |
 * | integer | `-12` |
 * | decimal | `-12.50`, never an exponent; `NaN`, `Infinity`, `-Infinity` if the source has them |
 * | float | the shortest text that reads back as the same number, `1e+308`; `NaN`, `Infinity`, `-Infinity` |
 * | text, other | itself |
 * | bytes | `\x` and two hexadecimal digits per byte |
 * | date | `2024-03-31`; Postgres's `infinity`, `-infinity`, ` BC` and longer years if the source has them |
 * | time | `23:59:59.999999`, a fraction with only the necessary digits; zoned: with the offset, `+05:45` |
 * | timestamp | `2024-03-31 02:30:00.123456`; zoned: the same moment in UTC, with `+00` |
 * | interval | as Postgres writes it, `1 year -3 days 04:05:06.789` |
 * | uuid | lower case, with hyphens |
 * | json | JSON text; the JSON null is `null`, the absent value is NULL |
 * | bits | `0101` |
 */
export type ValueType =
  | { readonly kind: 'boolean' }
  /** `bits` 8 to 64. */
  | { readonly kind: 'integer'; readonly bits: number; readonly unsigned?: boolean }
  /** Without precision and scale: any number of digits. */
  | { readonly kind: 'decimal'; readonly precision?: number; readonly scale?: number }
  | { readonly kind: 'float'; readonly bits: 32 | 64 }
  /** `length` in characters; absent: as long as the system allows. `padded`: comparisons leave out the spaces at the end. */
  | { readonly kind: 'text'; readonly length?: number; readonly padded?: true }
  /** `length` in bytes. */
  | { readonly kind: 'bytes'; readonly length?: number }
  | { readonly kind: 'date' }
  /** `precision`: digits of the fraction of a second, 0 to 6 (9 in some systems). */
  | { readonly kind: 'time'; readonly precision: number; readonly zoned?: boolean }
  | { readonly kind: 'timestamp'; readonly precision: number; readonly zoned: boolean }
  | { readonly kind: 'interval' }
  | { readonly kind: 'uuid' }
  | { readonly kind: 'json' }
  | { readonly kind: 'bits'; readonly length?: number }
  /** A type that only its own system understands; in other systems its text. */
  | { readonly kind: 'other' }

/** A value in common text; NULL is null. */
export type Field = string | null

/** How a value that a column does not accept can be changed so that it does. */
export type ValueMend =
  /** To this number of decimals, half away from zero. */
  | { readonly kind: 'round'; readonly digits: number }
  /** To this number of characters. */
  | { readonly kind: 'cut'; readonly characters: number }
  /** To NULL. */
  | { readonly kind: 'empty' }

/** The name of the format that every source can write and every destination can read. */
export const COMMON_TEXT = 'common-text'
