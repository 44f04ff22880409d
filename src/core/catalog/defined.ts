/** An object as it is written down for `defined`: what may be left out may be undefined. */
type Undefinable<T> = T extends unknown
  ? { [Key in keyof T]: Record<never, never> extends Pick<T, Key> ? T[Key] | undefined : T[Key] }
  : never

/** The same object without the members that are undefined. */
export type Defined<T> = T extends unknown
  ? { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
      [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>
    }
  : never

/**
 * The object without its undefined members: `defined({ name, hint })` instead of `{ name, ...(hint !== undefined && { hint }) }`.
 * Where a type is expected, the object is held to that type.
 */
export function defined<T extends object = never>(value: Undefinable<NoInfer<T>>): T
export function defined<const T extends object>(value: T): Defined<T>
export function defined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))
}
