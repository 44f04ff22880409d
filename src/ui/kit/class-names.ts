/** Joins the class names that apply. */
export const classNames = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')
