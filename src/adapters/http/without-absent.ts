type Absent<T> = { [K in keyof T]: undefined extends T[K] ? K : null extends T[K] ? K : never }[keyof T]

type WithoutAbsent<T> = { [K in Exclude<keyof T, Absent<T>>]: T[K] } & { [K in Absent<T>]?: NonNullable<T[K]> }

/** Leaves out null and undefined: the API has two kinds of absence, core has one. */
export const withoutAbsent = <T extends object>(object: T): WithoutAbsent<T> =>
  Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== null && value !== undefined),
  ) as WithoutAbsent<T>
